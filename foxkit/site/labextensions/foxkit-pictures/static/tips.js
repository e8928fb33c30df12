// What a part of a picture stands for: told where it is pointed at, and, while the
// picture has the focus, part by part by the arrow keys. Where one points into a plot with
// several lines, their points above and below are told. Pages and JupyterLab share this.
{
  const STYLE = `
    svg.fk:focus-visible { outline: 3px solid var(--fk-focus); outline-offset: -3px; }
    .fk .fk-here > :is(rect, circle, path) { stroke: var(--fk-focus); stroke-width: 3; vector-effect: non-scaling-stroke; rx: 9px; }
    .fk-told {
      position: fixed; z-index: 99; margin: 0; padding: 4px 10px; max-width: min(24rem, 90vw); border-radius: 6px;
      font: 14px/1.4 system-ui, sans-serif; color: var(--fk-ink); background: var(--fk-page); border: 1px solid var(--fk-line);
      white-space: pre-line;
    }
    .fk-told:empty { opacity: 0; pointer-events: none; }`;
  const GAP = 8; // pixels between a part and its words
  const REACH = 30; // pixels to the left and right of points within which they are told together
  const sheet = document.createElement("style"), told = document.createElement("p");
  let here = [], leaving; // the parts that are told

  /** The parts of a picture; their titles, which a browser shows in its own way, become data. */
  const partsOf = (picture) => {
    for (const title of picture.querySelectorAll("g > title")) {
      title.parentElement.dataset.told = title.textContent;
      title.remove();
    }
    for (const title of picture.querySelectorAll(":scope > title")) title.remove(); // it has a label
    return [...picture.querySelectorAll("[data-told]")];
  };

  /** The points of a plot that are nearest to a place from left to right, if there are several. */
  const pointsAt = (picture, x) => {
    const points = partsOf(picture).filter((part) => part.querySelector(":scope > rect:not([width])"))
      .map((part) => [part, part.getBoundingClientRect()]).map(([part, box]) => [part, box.left + box.width / 2, box.top]);
    const [, nearest] = points.reduce((best, each) => (Math.abs(each[1] - x) < Math.abs(best[1] - x) ? each : best), [null, Infinity]);
    const there = Math.abs(nearest - x) < REACH ? points.filter(([, middle]) => Math.abs(middle - nearest) < 2) : [];
    return there.length > 1 ? there.sort((a, b) => a[2] - b[2]).map(([part]) => part) : [];
  };

  const hide = () => {
    for (const part of here) part.classList.remove("fk-here");
    here = [];
    told.textContent = "";
  };

  const show = (...parts) => {
    clearTimeout(leaving);
    if (parts.length === here.length && parts.every((part, n) => part === here[n])) return;
    hide();
    here = parts;
    for (const part of parts) part.classList.add("fk-here");
    told.textContent = parts.map((part) => part.dataset.told).join("\n");
    place(parts[0]);
  };

  const place = (part) => {
    const box = part.getBoundingClientRect(), { width, height } = told.getBoundingClientRect();
    const left = box.left + box.width / 2 - width / 2, above = box.top - height - GAP;
    told.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
    told.style.top = `${above > 0 ? above : box.bottom + GAP}px`;
  };

  const onKey = (event) => {
    const picture = event.target, parts = partsOf(picture);
    const last = parts.length - 1, at = parts.indexOf(here[0]);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at < 0 ? last : at - 1, ArrowUp: at < 0 ? last : at - 1,
      Home: 0, End: last }[event.key];
    if (event.key === "Escape") hide();
    else if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else {
      show(parts[Math.min(Math.max(to, 0), last)]);
      here[0]?.dispatchEvent(new Event("fk-chosen", { bubbles: true })); // a page may play there
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const pictureOf = (element) => element.closest?.("svg.fk[role=img]");
  document.addEventListener("pointerover", ({ target }) => {
    if (target === told) return clearTimeout(leaving); // the words can be pointed at, too
    const picture = pictureOf(target);
    if (picture) partsOf(picture);
    const part = picture && target.closest("[data-told]");
    clearTimeout(leaving);
    if (part) show(part);
    else if (here.length) leaving = setTimeout(hide, 300);
  });
  document.addEventListener("pointermove", ({ target, clientX }) => {
    const picture = !target.closest?.("[data-told]") && pictureOf(target);
    const points = picture ? pointsAt(picture, clientX) : [];
    if (points.length) show(...points);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!target.matches?.("svg.fk[role=img]")) return;
    target.toggleAttribute("data-lm-suppress-shortcuts", true); // JupyterLab has uses for arrows
    if (target.onkeydown) return;
    target.onkeydown = onKey;
    target.addEventListener("blur", hide);
  });
  document.addEventListener("scroll", () => { // focus may have brought the picture into view
    if (here.length && pictureOf(here[0]) === document.activeElement) place(here[0]);
    else hide();
  }, true);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());

  sheet.textContent = STYLE;
  told.className = "fk fk-told";
  told.setAttribute("role", "status");
  document.head.append(sheet);
  document.body.append(told);
}
