// Whatever is scrolled to, or stays in sight, does so below the header: its height is known here alone.
const header = document.querySelector("body > nav");
const measure = () => document.documentElement.style.setProperty("--measured", `${header.getBoundingClientRect().height}px`);
measure();
new ResizeObserver(measure).observe(header);

// Where there is no room for all pages in one row, a button shows them.
const pages = header.querySelector(".menu");
pages.hidden = false;
const open = (shown) => pages.setAttribute("aria-expanded", String(shown));
pages.addEventListener("click", () => open(pages.getAttribute("aria-expanded") !== "true"));
const lists = header.querySelector(".studies");
const leave = () => (open(false), lists?.removeAttribute("open"));
header.addEventListener("keydown", ({ key }) => key === "Escape" && leave());
document.addEventListener("click", ({ target }) => header.contains(target) || leave());

// Words are looked up in all pages once somebody asks: find.js beside this page knows them.
const finder = document.querySelector("dialog.find"), opener = header.querySelector(".finder");
const [asked, found, said] = ["input", "ul", "p"].map((part) => finder.querySelector(part));
let index = null;
const look = () => window.foxkitFind?.(found, said, asked.value);
const openFinder = () => {
  leave();
  finder.showModal();
  index ??= document.head.appendChild(Object.assign(document.createElement("script"), {
    src: "find.js", onload: look, onerror: () => (said.textContent = "The file find.js is not beside this page.") }));
};
opener.hidden = false;
opener.addEventListener("click", openFinder);
asked.addEventListener("input", look);
finder.addEventListener("submit", (event) => (event.preventDefault(), found.querySelector("a")?.click()));
finder.addEventListener("click", ({ target }) => (target === finder || target.closest("a, button")) && finder.close());
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || finder.open || event.target.closest("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  openFinder();
});

// What is too wide can be reached by the Tab key, to be scrolled by keys, and has a name;
// nothing else is a stop on the way.
const NAMES = {
  pre: "Code",
  ".formula": "Formula",
  ".output_svg": "Picture",
  ".output_html": "Output",
  ".text_cell table": "Table",
};

/** Whether a box has more to the right than is seen. */
const scrolls = (box) => box.scrollWidth > box.clientWidth;

function mark(box, name) {
  if (!scrolls(box)) {
    for (const attribute of ["tabindex", "aria-label", "role", "data-scrolls"]) box.removeAttribute(attribute);
    return;
  }
  box.tabIndex = 0;
  box.dataset.scrolls = "";
  box.ariaLabel = `${name}, scrolls sideways`;
  if (box.tagName !== "TABLE") box.setAttribute("role", "group"); // a table has its own
}

// On a phone a table that is too wide gets as narrow as its words; where they would stand too high, its
// rows become cards, each cell led by its column. What has no such columns scrolls, and says so.
const NARROW = matchMedia("(max-width: 30rem)");
const MAX_HEIGHT_RATIO = 1.7, MAX_CARD_CELLS = 150, MIN_FORMULA_SCALE = 0.6; // times as high; what is read as cards; of a formula's size

/** Whether a table has a row of heads, and a cell for each in every row. */
function folds(table) {
  const heads = table.tHead?.rows.length === 1 && [...table.tHead.rows[0].cells], rows = [...table.tBodies].flatMap((body) => [...body.rows]);
  const cells = rows.flatMap((row) => [...row.cells]);
  if (!heads || cells.length > MAX_CARD_CELLS || rows.some((row) => row.cells.length !== heads.length)) return false;
  if ([...heads, ...cells].some(({ colSpan, rowSpan }) => colSpan > 1 || rowSpan > 1)) return false;
  for (const row of rows) heads.forEach((head, n) => head.textContent.trim() && (row.cells[n].dataset.head = `${head.textContent.trim()}: `));
  return true;
}

const fitting = new ResizeObserver((seen) => seen.forEach(({ target: table }) => {
  if (!NARROW.matches) return table.classList.remove("snug", "folded"), delete table.dataset.fits;
  if (table.dataset.fits || !table.clientWidth) return;
  table.dataset.fits = "yes";
  const box = table.closest(".output_subarea") ?? table, high = table.offsetHeight;
  if (!scrolls(box)) return;
  table.classList.add("snug");
  if (!scrolls(box) && table.offsetHeight < MAX_HEIGHT_RATIO * high) return;
  table.classList.replace("snug", folds(table) ? "folded" : "wide");
}));
for (const table of document.querySelectorAll(".output_html table, .text_cell table"))
  if (!table.closest(".fk-ledger, .fkb, .fks, .claims")) fitting.observe(table);

for (const formula of document.querySelectorAll(".formula")) {
  const shrink = () => {
    formula.style.fontSize = "";
    if (NARROW.matches && scrolls(formula)) formula.style.fontSize = `${Math.max(MIN_FORMULA_SCALE, formula.clientWidth / formula.scrollWidth)}em`;
  };
  shrink();
  NARROW.addEventListener("change", shrink);
}

for (const [selector, name] of Object.entries(NAMES)) {
  const watcher = new ResizeObserver((seen) => seen.forEach(({ target }) => mark(target, name)));
  for (const box of document.querySelectorAll(selector)) watcher.observe(box);
}

// The contents stand open where they stand beside the text, and hold the code's switch.
const contents = document.querySelector(".contents");
if (contents && getComputedStyle(contents).position === "fixed") contents.open = true;
const codes = document.querySelectorAll("details.code"), shower = document.querySelector(".all-code");
if (shower && codes.length) {
  shower.hidden = false;
  shower.addEventListener("click", () => {
    const shown = shower.ariaPressed !== "true";
    shower.ariaPressed = shown;
    shower.textContent = shown ? "Hide all code" : "Show all code";
    for (const code of codes) code.open = shown;
  });
}

// Code can be copied: below that of the page's first cell, which has what it imports, or alone where
// code stands open, since a lesson is written cell by cell.
const sources = [...codes].map((code) => code.querySelector("pre").textContent.trimEnd());
for (const [n, code] of [...codes].entries()) {
  if (code.dataset.write) continue; // an exercise has an editor
  const alone = !n || code.open;
  const copy = Object.assign(document.createElement("button"), { type: "button", className: "copy",
    textContent: alone ? "Copy" : "Copy, with its imports" });
  copy.addEventListener("click", async () => {
    const parts = alone ? [sources[n]] : [sources[0], sources[n]];
    await navigator.clipboard.writeText(`${parts.join("\n\n")}\n`).then(() => (copy.textContent = "Copied"),
      () => getSelection().selectAllChildren(code.querySelector("pre"))); // where pages may not copy, Ctrl+C can
  });
  code.querySelector("summary").after(copy);
}

// The contents follow the reader: the last heading above the middle of the window is where one is.
const places = [...document.querySelectorAll(".contents a")].map((link) => [link, document.getElementById(decodeURIComponent(link.hash.slice(1)))]);
function follow() {
  const here = places.findLast(([, heading]) => heading?.getBoundingClientRect().top < innerHeight / 2)?.[0];
  const before = document.querySelector(".contents [aria-current]");
  if (here === before) return;
  before?.removeAttribute("aria-current");
  here?.setAttribute("aria-current", "location");
  if (here && contents.open && getComputedStyle(contents).position === "fixed")
    contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
}
addEventListener("scroll", follow, { passive: true });
follow();

// A printed page shows what is folded, but for code.
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("main details:not([open], .code, .contents)")];
  for (const each of unfolded) each.open = true;
});
addEventListener("afterprint", () => unfolded.forEach((each) => (each.open = false)));
