// Under each plot: its picture and its numbers to take away, and the code that made it.
for (const plot of document.querySelectorAll(".output_svg svg.fk:has(.fk-plot)")) {
  const name = plot.getAttribute("aria-label").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 60);
  const POINT = /^(?:(.*): )?([^:]+): ([-\d.,]+)\s*%? \(([-\d.,]+) to ([-\d.,]+)\)(?:, (.*))?$/;

  /** What a point says of itself; the tips keep it as data. */
  const told = () => [...plot.querySelectorAll("[data-told], g > title")].map((part) => part.dataset?.told ?? part.textContent);

  const save = (content, kind, ending) => {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: kind }));
    Object.assign(document.createElement("a"), { href: url, download: `${name}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };

  /** The picture by itself: with the styles, and the parts, that the pictures of a page share. */
  const svg = () => {
    const copy = plot.cloneNode(true), sheet = document.querySelector("style.pictures");
    copy.removeAttribute("tabindex");
    const names = new Set([...copy.querySelectorAll("use")].map((part) => part.getAttribute("href")));
    const shared = [...names].map((name) => document.querySelector(`.fk-defs ${name}`)).filter(Boolean);
    const defs = document.createElementNS(copy.namespaceURI, "defs");
    defs.append(...[sheet, ...shared].filter(Boolean).map((part) => part.cloneNode(true)));
    copy.prepend(defs);
    return new XMLSerializer().serializeToString(copy);
  };

  const png = async () => {
    const { width, height } = plot.viewBox.baseVal, picture = new Image(), canvas = document.createElement("canvas");
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg())}`;
    await picture.decode();
    Object.assign(canvas, { width: 3 * width, height: 3 * height });
    const sheet = canvas.getContext("2d");
    sheet.fillStyle = getComputedStyle(document.body).backgroundColor;
    sheet.fillRect(0, 0, canvas.width, canvas.height);
    sheet.drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((content) => save(content, "image/png", "png"));
  };

  const csv = () => {
    const number = (words) => words.replace(/,/g, "");
    const quoted = (words) => `"${words.replace(/"/g, '""')}"`;
    const rows = told().map((words) => words.replace(/\u00a0/g, " ").match(POINT)).filter(Boolean);
    const lines = rows.map(([, series = "", at, ...ends]) => [quoted(series), quoted(number(at)), ...ends.slice(0, 3).map(number), quoted(ends[3] ?? "")]);
    return rows.length && ["series,at,value,low,high,note", ...lines].join("\n");
  };

  const button = (words, act) => Object.assign(document.createElement("button"), { type: "button", textContent: words, onclick: act });
  const code = plot.closest(".code_cell")?.querySelector("details.code");
  const row = document.createElement("p");
  row.className = "take";
  row.append(button("SVG", () => save(svg(), "image/svg+xml", "svg")), button("PNG", png));
  if (csv()) row.append(button("CSV", () => save(csv(), "text/csv", "csv")));
  if (code) row.append(button("the cell", () => ((code.open = !code.open), code.open && code.scrollIntoView({ block: "nearest" }))));
  row.setAttribute("aria-label", "take this figure away");
  row.setAttribute("role", "group");
  plot.after(row);
  // Where the plot scrolls sideways, its title would be cut off: there it stands above, too.
  const title = Object.assign(document.createElement("p"), { className: "finding", textContent: plot.getAttribute("aria-label") });
  title.setAttribute("aria-hidden", "true");
  plot.closest(".output_svg").before(title);
}
