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
    for (const attribute of ["tabindex", "aria-label", "role"]) box.removeAttribute(attribute);
    return;
  }
  box.tabIndex = 0;
  box.ariaLabel = `${name}, scrolls sideways`;
  if (box.tagName !== "TABLE") box.setAttribute("role", "group"); // a table has its own
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
