// Sorts and filters the ledger's table; without this script the whole table is shown.
for (const ledger of document.querySelectorAll(".fk-ledger:not([data-live])")) {
  ledger.dataset.live = "";
  const body = ledger.querySelector("tbody");
  const rows = [...body.rows];
  const filters = [...ledger.querySelectorAll("select, input")];
  const counter = ledger.querySelector("output");
  const names = [...ledger.querySelectorAll("th")].map((th) => th.textContent);

  const matches = (row, { name, value }) =>
    name === "text"
      ? row.textContent.toLowerCase().includes(value.toLowerCase())
      : !value || row.dataset[name] === value;

  const filter = () => {
    for (const row of rows) row.hidden = !filters.every((f) => matches(row, f));
    const shown = rows.filter((row) => !row.hidden).length;
    counter.value = `${shown} of ${rows.length} rows`;
  };

  const order = (a, b) =>
    a - b || a.localeCompare(b, "en", { numeric: true }); // words are no numbers

  const sort = (header) => {
    const down = header.ariaSort === "ascending";
    for (const other of header.parentElement.cells) other.ariaSort = "none";
    header.ariaSort = down ? "descending" : "ascending";
    const key = (row) => row.cells[header.cellIndex].dataset.key;
    const compare = (a, b) =>
      !key(a) - !key(b) || // blanks last, up and down
      order(key(a), key(b)) * (down ? -1 : 1);
    body.append(...rows.sort(compare));
  };

  for (const row of rows)
    for (const cell of row.cells) cell.dataset.label = names[cell.cellIndex];
  ledger.querySelector(".fk-filters").hidden = false;
  for (const control of filters) control.addEventListener("input", filter);
  for (const button of ledger.querySelectorAll("th button"))
    button.addEventListener("click", () => sort(button.closest("th")));
  filter();
}
