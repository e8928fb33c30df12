// Plots on a phone are drawn for it; under each: its picture and its numbers to take away,
// and the code that made it.
const PHONE = matchMedia("(max-width: 44rem)");

/** Draw a plot as its page is wide: as it came, or as the data beside it have it for a phone. */
async function fit(plot, data) {
  const told = JSON.parse(data.textContent);
  const unpacked = () => new Blob([Uint8Array.from(atob(told), (letter) => letter.charCodeAt(0))]).stream()
    .pipeThrough(new DecompressionStream("deflate"));
  const { body, ...size } = typeof told === "string" ? await new Response(unpacked()).json() : told;
  const root = new DOMParser().parseFromString(`<svg xmlns="${plot.namespaceURI}">${body}</svg>`, "image/svg+xml").documentElement;
  const draw = foxkitForms(plot, root, size);
  draw(PHONE.matches);
  PHONE.addEventListener("change", () => draw(PHONE.matches));
}

for (const plot of document.querySelectorAll(".output_svg svg.fk:has(.fk-plot)")) {
  const name = plot.getAttribute("aria-label").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 60);
  const NUMBER = "[-\\u2212\\d.,]+";
  const POINT = RegExp(`^(?:(.*): )?([^:]+): (${NUMBER})\\s*(%|points)?(?: \\((${NUMBER}) to (${NUMBER})\\))?(?:, (.*))?$`);

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
    const lines = rows.map(([, series = "", at, value, unit = "", low = "", high = "", note = ""]) =>
      [quoted(series), quoted(at.replace(/^.* = /, "")), ...[value, low, high].map(number), quoted(unit), quoted(note)]);
    const axis = rows[0]?.[2].match(/^(.*) = /)?.[1] ?? "at";
    return rows.length && [`series,${quoted(axis)},value,low,high,unit,note`, ...lines].join("\n");
  };

  const button = (words, act) => Object.assign(document.createElement("button"), { type: "button", textContent: words, onclick: act });
  const code = plot.closest(".code_cell")?.querySelector("details.code");
  const row = document.createElement("p");
  row.className = "take";
  row.append(button("SVG", () => save(svg(), "image/svg+xml", "svg")), button("PNG", png));
  if (csv()) row.append(button("CSV", () => save(csv(), "text/csv", "csv")));
  if (code) row.append(button("the cell", () => ((code.open = !code.open), code.open && code.scrollIntoView())));
  row.setAttribute("aria-label", "take this figure away");
  row.setAttribute("role", "group");
  const data = plot.nextElementSibling;
  plot.after(row);
  if (data?.matches('script[type="application/json"]')) fit(plot, data);
}

// A board by itself is as wide as a phone, with letters that can be read there.
const LEGIBLE_PIXELS = 11, GAP = 30; // CSS pixels of letters; units between boards
for (const board of document.querySelectorAll(".output_svg > svg.fk:not(:has(.fk-plot, > svg, > .fk-tree))")) {
  const least = board.style.getPropertyValue("--fk-least"), letters = `${Math.ceil((board.viewBox.baseVal.width * LEGIBLE_PIXELS) / 350)}px`;
  const draw = () => {
    board.style.setProperty("--fk-letters", PHONE.matches ? letters : "");
    board.style.setProperty("--fk-least", PHONE.matches ? `min(${least}, 350px)` : least);
  };
  draw();
  PHONE.addEventListener("change", draw);
}

// A tree is wider than a phone: it lies on its side there, the root to the left, a leaf a row.
const LYING_TREE = { width: 600, row: 68, end: 8 }; // units: across, from leaf to leaf, beside the first and the last level

/** The function that lays a drawing's tree down, or for `false` sets it up again, and returns its
 * width and height; nothing for a drawing without a tree, or with one that is narrow. */
function layer(drawing) {
  const tree = drawing.querySelector(".fk-tree > g"), upright = drawing.viewBox.baseVal ?? {};
  const wide = upright.width || drawing.width.baseVal.value, high = upright.height || drawing.height.baseVal.value;
  if (!tree || wide <= LYING_TREE.width) return undefined;
  const [boxes, branches] = [".fk-node", ".fk-branch"].map((kind) => [...tree.querySelectorAll(kind)]);
  const nodes = boxes.map((box) => {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
    const words = [];
    for (let next = box.nextElementSibling; next?.localName === "text"; next = next.nextElementSibling) words.push(next);
    return { box, words, width, height, x: x + width / 2, y: y + height / 2 };
  });
  const levels = [...new Set(nodes.map(({ y }) => y))].sort((a, b) => a - b);
  const reach = levels.map((level) => Math.max(...nodes.filter(({ y }) => y === level).map(({ width }) => width)));
  const gap = (LYING_TREE.width - 2 * LYING_TREE.end - reach.reduce((sum, each) => sum + each)) / (levels.length - 1);
  const leaves = nodes.filter(({ y }) => y === levels.at(-1)).map(({ x }) => x).sort((a, b) => a - b);
  const apart = Math.min(...leaves.slice(1).map((x, n) => x - leaves[n])), top = drawing.querySelector(".fk-head") ? 70 : 40;
  if (gap < 20 || !(apart > 0)) return undefined;
  const places = new Map(nodes.map((node) => {
    const level = levels.indexOf(node.y), before = reach.slice(0, level).reduce((sum, each) => sum + each + gap, LYING_TREE.end);
    return [node, [before + reach[level] / 2, top + ((node.x - leaves[0]) * LYING_TREE.row) / apart]];
  }));
  const at = (x, y) => nodes.find((node) => Math.hypot(node.x - x, node.y - y) < 1);
  const turned = []; // [element, attribute, lying, upright]
  const turn = (part, attribute, value) => turned.push([part, attribute, String(value), part.getAttribute(attribute)]);
  for (const node of nodes) {
    const [x, y] = places.get(node);
    turn(node.box, "x", x - node.width / 2);
    turn(node.box, "y", y - node.height / 2);
    for (const words of node.words) {
      turn(words, "x", x);
      turn(words, "y", y + Number(words.getAttribute("y")) - node.y);
    }
  }
  for (const branch of branches) {
    const ends = branch.getAttribute("d").match(/-?[\d.]+/g).map(Number), [parent, child] = [at(...ends.slice(0, 2)), at(...ends.slice(-2))];
    if (!parent || !child) return undefined;
    const [[x1, y1], [x2, y2]] = [places.get(parent), places.get(child)], [from, to] = [x1 + parent.width / 2, x2 - child.width / 2];
    turn(branch, "d", `M${from} ${y1}C${(from + to) / 2} ${y1} ${(from + to) / 2} ${y2} ${to} ${y2}`);
  }
  const height = Math.max(...[...places.values()].map(([, y]) => y)) + 40, head = drawing.querySelector(".fk-head");
  turn(tree, "transform", "");
  if (head) turn(head, "x", LYING_TREE.width / 2);
  const page = drawing.querySelector(".fk-page");
  if (page) (turn(page, "width", LYING_TREE.width), turn(page, "height", height));
  return (lies) => {
    for (const [part, attribute, lying, upright] of turned) part.setAttribute(attribute, lies ? lying : upright ?? "");
    return lies ? [LYING_TREE.width, height] : [wide, high];
  };
}

for (const drawing of document.querySelectorAll(".output_svg > svg.fk:has(> .fk-tree)")) {
  const lay = layer(drawing), marks = ["viewBox", "width", "height", "style"], before = marks.map((name) => drawing.getAttribute(name));
  if (!lay) continue;
  const draw = () => {
    const [width, height] = lay(PHONE.matches);
    marks.forEach((name, n) => drawing.setAttribute(name, before[n]));
    if (!PHONE.matches) return;
    Object.entries({ viewBox: `0 0 ${width} ${height}`, width: 350, height: Math.round((350 * height) / width) })
      .forEach(([name, value]) => drawing.setAttribute(name, value));
    drawing.style.setProperty("--fk-least", `${Math.ceil((width * LEGIBLE_PIXELS) / 19)}px`); // the letters of moves have 19 units
  };
  draw();
  PHONE.addEventListener("change", draw);
}

// Boards side by side stand in fewer columns there.
for (const gallery of document.querySelectorAll(".output_svg svg.fk:has(> svg):not(:has(.fk-plot))")) {
  const boards = [...gallery.querySelectorAll(":scope > svg")], layers = boards.map(layer);
  const upright = boards.map((board) => [board.width.baseVal.value, board.height.baseVal.value]);
  const lay = (lies) => layers.map((each, n) => each?.(lies) ?? upright[n]), sizes = lay(true);
  lay(false);
  const marks = ["viewBox", "width", "height", "style"], wide = marks.map((name) => gallery.getAttribute(name));
  const places = boards.map((board) => ["x", "y", "style"].map((name) => board.getAttribute(name)));
  const widest = Math.max(...sizes.map(([width]) => width)), before = places.filter(([, y]) => y === places[0][1]).length;
  // Letters of boards grow where boards are small, but for long captions; those of trees and of
  // hands of cards, which are wide, do not.
  const least = parseFloat(gallery.style.getPropertyValue("--fk-least")), grow = gallery.querySelector(".fk-axis, .fk-short");
  const letters = grow ? 26 : (gallery.viewBox.baseVal.width * LEGIBLE_PIXELS) / least;
  const room = (2 * widest + GAP) * (LEGIBLE_PIXELS / 350) < 60; // units of a letter where two stand in a row
  const fewest = grow && room && !gallery.querySelector(".fk-caption:not(.fk-short), .fk-note-text") ? 2 : 1;
  const columns = Math.min(before, Math.max(fewest, Math.floor(((350 * letters) / LEGIBLE_PIXELS + GAP) / (widest + GAP))));
  const longCaptions = (board) => board.querySelectorAll(".fk-caption:not(.fk-short)");
  const draw = () => {
    if (!PHONE.matches) {
      longCaptions(gallery).forEach((words) => (words.style.fontSize = ""));
      marks.forEach((name, n) => gallery.setAttribute(name, wide[n]));
      boards.forEach((board, n) => ["x", "y", "style"].forEach((name, m) => board.setAttribute(name, places[n][m] ?? "")));
      lay(false).forEach((size, n) => ["width", "height"].forEach((name, m) => boards[n].setAttribute(name, size[m])));
      return;
    }
    lay(true).forEach((size, n) => ["width", "height"].forEach((name, m) => boards[n].setAttribute(name, size[m])));
    const across = columns * (widest + GAP) - GAP, scale = 350 / across;
    let top = 0;
    for (let n = 0; n < boards.length; n += columns) {
      boards.slice(n, n + columns).forEach((board, column) => {
        board.setAttribute("x", column * (widest + GAP));
        board.setAttribute("y", top);
        const size = Math.ceil(LEGIBLE_PIXELS / scale);
        board.style.setProperty("--fk-letters", `${size}px`);
        for (const words of longCaptions(board)) { // which grow as far as the board is wide
          const fits = 0.6 * size * words.textContent.length < board.width.baseVal.value;
          words.style.fontSize = fits ? `${size}px` : "";
        }
      });
      top += Math.max(...sizes.slice(n, n + columns).map(([, height]) => height)) + GAP;
    }
    gallery.setAttribute("viewBox", `0 0 ${across} ${top - GAP}`);
    gallery.setAttribute("width", 350);
    gallery.setAttribute("height", Math.round((top - GAP) * scale));
    gallery.style.setProperty("--fk-least", `${grow && widest < 1300 ? 0 : Math.ceil((widest * LEGIBLE_PIXELS) / letters)}px`);
  };
  if (PHONE.matches) draw();
  PHONE.addEventListener("change", draw);
}
