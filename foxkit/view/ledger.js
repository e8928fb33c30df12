// Sorts and filters the ledger's table; without this script the whole table is shown.
for (const ledger of document.querySelectorAll(".fk-ledger:not([data-live])")) {
  ledger.dataset.live = "";
  const body = ledger.querySelector("tbody");
  const rows = [...body.rows];
  const names = [...ledger.querySelectorAll("th")].map((th) => th.textContent);
  const counter = document.createElement("output");

  // Made here and not in the page: without the script they would be dead, and only odd.
  const labelled = (name, tag) => {
    const control = Object.assign(document.createElement(tag), { name });
    const label = document.createElement("label");
    label.append(`${name} `, control);
    bar.append(label);
    return control;
  };

  const title = (name, row) =>
    (name === "document" && row.cells[0].querySelector("small").textContent) || row.dataset[name];

  const menu = (name) => {
    const control = labelled(name, "select");
    const found = new Map(rows.map((row) => [row.dataset[name], title(name, row)]));
    const values = [...found.keys()].filter(Boolean).sort();
    control.append(new Option("all", ""), ...values.map((v) => new Option(found.get(v), v)));
    return control;
  };

  const matches = (row, { name, value }) =>
    name === "text"
      ? row.textContent.toLowerCase().includes(value.toLowerCase())
      : !value || row.dataset[name] === value;

  const filter = () => {
    for (const row of rows) row.hidden = !filters.every((f) => matches(row, f));
    const shown = rows.filter((row) => !row.hidden).length;
    counter.value = `${shown ? "" : "No row matches: "}${shown} of ${rows.length} rows`;
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

  const bar = document.createElement("div");
  bar.className = "fk-filters";
  const filters = ["verdict", "readings", "kind", "document"].map(menu);
  filters.push(Object.assign(labelled("text", "input"), { type: "search" }));
  bar.append(counter);
  ledger.querySelector(".fk-scroll").before(bar);
  for (const row of rows)
    for (const cell of row.cells) cell.dataset.label = names[cell.cellIndex];
  for (const control of filters) control.addEventListener("input", filter);
  for (const button of ledger.querySelectorAll("th button"))
    button.addEventListener("click", () => sort(button.closest("th")));
  filter();
}
