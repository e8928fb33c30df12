// Sorts and filters the ledger's table; without this script the whole table is shown.
for (const ledger of document.querySelectorAll(".fk-ledger:has(table):not([data-live])")) {
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
    body.parentElement.parentElement.scrollTop = 0;
    counter.value = `${shown ? "" : "No finding matches: "}${shown} of ${rows.length} findings`;
  };

  // A search has an address, #verdict=undecided&text=10, and so has each row: its id.
  const write = () => {
    const asked = filters.filter((f) => f.value).map((f) => [f.name, f.value]);
    history.replaceState(null, "", `#${new URLSearchParams(asked)}`);
  };

  const read = () => {
    const mark = decodeURIComponent(location.hash.slice(1));
    const asked = new URLSearchParams(mark.includes("=") ? mark : "");
    for (const f of filters) f.value = asked.get(f.name) ?? "";
    filter();
    const row = mark && !mark.includes("=") && ledger.querySelector(`#${CSS.escape(mark)}`);
    if (!row) return;
    for (let at = row; at !== ledger; at = at.parentElement)
      if (at.localName === "details") at.open = true;
    const own = row.querySelector("details");
    if (own) own.open = true;
    row.scrollIntoView({ behavior: "instant" });
  };

  const order = (a, b) =>
    a - b || a.localeCompare(b, "en", { numeric: true }); // words are no numbers

  const cell = (row, column) => row.cells[Math.min(column, row.cells.length - 1)];

  const sort = (header) => {
    const down = header.ariaSort === "ascending";
    for (const other of header.parentElement.cells) other.ariaSort = "none";
    header.ariaSort = down ? "descending" : "ascending";
    const last = header.cellIndex === names.length - 1;
    const key = (row) => {
      const own = cell(row, last ? names.length : header.cellIndex), words = own.firstChild?.textContent ?? "";
      return own.dataset.key ?? (header.cellIndex ? words : `${row.dataset.document} ${words}`);
    };
    const compare = (a, b) =>
      !key(a) - !key(b) || // blanks last, up and down
      order(key(a), key(b)) * (down ? -1 : 1);
    body.append(...rows.sort(compare));
  };

  const bar = document.createElement("div");
  bar.className = "fk-filters";
  const filters = ["verdict", "kind", "document"].map(menu);
  filters.push(Object.assign(labelled("text", "input"), { type: "search" }));
  bar.append(counter);
  ledger.querySelector(".fk-scroll").before(bar);
  for (const row of rows)
    for (const own of row.cells)
      own.dataset.label = own === row.cells[row.cells.length - 1] ? names.at(-1) : names[own.cellIndex];
  for (const control of filters)
    control.addEventListener("input", () => (filter(), write()));
  for (const button of ledger.querySelectorAll("th button"))
    button.addEventListener("click", () => sort(button.closest("th")));
  addEventListener("hashchange", read);
  read();
}
