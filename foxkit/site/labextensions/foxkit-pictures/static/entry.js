// JupyterLab shows an SVG output as an <img>: without its words, its tooltips and the
// page's colours. This draws it in place. It is what a bundler would make of a MIME
// renderer, written by hand: a container with `init` and `get`. A point of a plot that is
// chosen there can be played, and one of its games watched, by a cell below the plot.
{
  const SVG = "image/svg+xml", NARROW = "application/vnd.foxkit.narrow+json", NAMESPACE = "http://www.w3.org/2000/svg", here = document.currentScript.src;
  // As on pages: where there is little room, a picture scrolls before its letters are too small;
  // a plot is drawn in its narrow form.
  const LEGIBLE = `@media screen and (max-width: 60rem) {
    .jp-RenderedSVG:has(svg.fk) { overflow-x: auto; }
    .jp-RenderedSVG svg.fk { min-width: var(--fk-least); }
  }`;
  let lumino;

  // What foxkit's pictures consist of. A picture that has anything else is not drawn in
  // place: these lists need not know what could run, load or hide something.
  const ELEMENTS = "svg g defs clipPath use path rect circle text title desc style".split(" ");
  const ANY = /^/, NUMBERS = /^[\w\s.,()%+-]*$/, ID = "p[0-9a-f]+-[\\w.-]+";
  const ATTRIBUTES = {
    xmlns: ANY, "aria-label": ANY, "data-name": ANY, "data-play": ANY, "data-games": /^[\w-]*$/, role: /^img$/, tabindex: /^0$/,
    class: /^fk[\w-]*( fk[\w-]*)*$/, style: ANY, // a style is looked at below
    // Other ids could be those of the page, or become names of its scripts.
    id: RegExp(`^${ID}$`), href: RegExp(`^#${ID}$`), "clip-path": RegExp(`^url\\(#${ID}\\)$`),
  };
  for (const name of "x y width height rx ry r cx cy d transform viewBox opacity".split(" ")) ATTRIBUTES[name] = NUMBERS;
  const PROPERTIES = RegExp("^(--fk-.*|(fill|stroke|font|text|letter|word|line|paint)-.*|fill|stroke|opacity|" +
    "(min-|max-)?(width|height)|overflow(-.)?)$");
  const FUNCTIONS = /^(var|calc|min|max|clamp|rgba?|hsla?)$/;

  /** Whether declarations only paint: nothing is loaded, moved or laid over the page. */
  const paints = (declared) => [...declared].every((name) => {
    const value = declared.getPropertyValue(name);
    const called = [...value.matchAll(/([\w-]*)\(/g)];
    return PROPERTIES.test(name) && !/[\\@]/.test(value) && called.every(([, each]) => FUNCTIONS.test(each));
  });

  /** Whether every part of a selector begins with a class of ours, behind siblings as well. */
  const ofPictures = (selector) => {
    let plain = selector.replace(/"[^"]*"/g, ""), longer;
    do [longer, plain] = [plain, plain.replace(/\([^()]*\)/g, "")]; while (plain !== longer);
    return !/\\/.test(selector) && plain.split(",").every((part) => /^\.fk[^~+(]*([~+] *\.fk[^~+(]*)*$/.test(part.trim()));
  };

  /** Whether rules paint pictures alone. */
  const rulesPaint = (rules) => [...rules].every((rule) =>
    rule instanceof CSSMediaRule ? rulesPaint(rule.cssRules)
    : rule instanceof CSSStyleRule && !rule.cssRules.length && ofPictures(rule.selectorText) && paints(rule.style));

  /** Whether a style sheet does; `@import` and escapes are not among the parsed rules. */
  const sheetPaints = (text) => {
    if (/@(?!media\b)|\\/.test(text)) return false;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return rulesPaint(sheet.cssRules);
  };

  const isOurs = (node) => node.namespaceURI === NAMESPACE && ELEMENTS.includes(node.localName) && !node.prefix &&
    [...node.attributes].every(({ name, value }) => Object.hasOwn(ATTRIBUTES, name) && ATTRIBUTES[name].test(value)) &&
    (!node.hasAttribute("style") || !node.getAttribute("style").includes("\\") && paints(node.style)) &&
    (node.localName !== "style" || !node.childElementCount && sheetPaints(node.textContent));

  /** The picture to be drawn in place, or null: it may declare nothing, and instruct nobody. */
  const parsed = (source) => {
    if (/<[!?](?!--)/.test(source)) return null;
    const { documentElement: svg } = new DOMParser().parseFromString(source, SVG);
    const ours = svg.localName === "svg" && [svg, ...svg.querySelectorAll("*")].every(isOurs);
    return ours ? document.adoptNode(svg) : null;
  };

  /** Any other picture, as JupyterLab itself shows it: in an image nothing runs, and nothing is loaded. */
  const image = (source) => Object.assign(new Image(), { src: `data:${SVG},${encodeURIComponent(source)}` });

  /** Of each box with a plot in two forms: what draws one of them, and the width that the other needs. */
  const plots = new WeakMap();

  /** Draw a plot as there is room for it; a box that is hidden has none. */
  const fit = (box) => {
    const { draw, least } = plots.get(box) ?? {};
    if (box.clientWidth) draw?.(box.clientWidth < least);
  };

  /** Let what scrolls be reached by keys, and say what it is. */
  const watcher = new ResizeObserver((seen) => {
    for (const { target } of seen) {
      fit(target);
      const wide = target.scrollWidth > target.clientWidth;
      const marks = { tabindex: 0, role: "group", "aria-label": "Picture, scrolls sideways" };
      for (const [name, value] of Object.entries(marks))
        wide ? target.setAttribute(name, value) : target.removeAttribute(name);
    }
  });

  const createRenderer = () => {
    const widget = new lumino.Widget();
    widget.addClass("jp-RenderedSVG");
    watcher.observe(widget.node);
    widget.renderModel = async ({ data }) => {
      const picture = parsed(data[SVG]), narrow = data[NARROW];
      widget.node.replaceChildren(picture ?? image(data[SVG]));
      const root = picture && narrow && parsed(`<svg xmlns="${NAMESPACE}">${narrow.body}</svg>`);
      if (!root) return;
      const least = parseFloat(picture.style.getPropertyValue("--fk-least"));
      plots.set(widget.node, { draw: window.foxkitForms(picture, root, narrow), least });
      fit(widget.node);
    };
    return widget;
  };

  const plugin = {
    id: "foxkit-pictures:plugin",
    description: "Draws SVG outputs in place.",
    // Not safe: in a notebook that the reader does not trust yet, JupyterLab leaves it out.
    rendererFactory: { safe: false, mimeTypes: [SVG], createRenderer },
    rank: 60, // behind HTML: boards and searches that are lively before their cell has run
    dataType: "string",
  };

  const CELL = /^# .*\nfrom foxkit import (Board|Replay)\n\n\1\.from_token\("[\w-]*"(, at=0)?\)$/;

  /** Offer what can be done with a point that was chosen in a notebook's plot. */
  const points = {
    id: "foxkit-pictures:points",
    description: "Plays a point of a plot, or shows one of its games, by a cell below the plot.",
    autoStart: true,
    activate: ({ shell, commands }) => {
      const sourceOf = (cell) => cell?.model.sharedModel.source ?? "";

      /** Run a cell below that of the plot; one that was made so before is used again. */
      const run = async (notebook, plot, code) => {
        const at = notebook.widgets.findIndex(({ node }) => node.contains(plot));
        notebook.activeCellIndex = at;
        if (CELL.test(sourceOf(notebook.widgets[at + 1]))) notebook.activeCellIndex = at + 1;
        else await commands.execute("notebook:insert-cell-below");
        notebook.activeCell.model.sharedModel.setSource(code);
        await commands.execute("notebook:run-cell");
      };

      const choose = ({ target }) => {
        const part = target.closest?.(".jp-RenderedSVG [data-games]"), plot = part?.closest(".jp-RenderedSVG");
        const notebook = shell.currentWidget?.content;
        if (!plot || !notebook?.widgets?.some(({ node }) => node.contains(plot))) return;
        const told = part.dataset.told ?? part.querySelector("title")?.textContent ?? "";
        const words = told.replace(/\s+/g, " "), { games } = part.dataset;
        const button = (name, does, more) => Object.assign(document.createElement("button"), {
          className: "jp-mod-styled", textContent: name,
          onclick: () => run(notebook, plot, `# ${words}\nfrom foxkit import ${does}\n\n${does}.from_token("${games}"${more})`),
        });
        const line = Object.assign(document.createElement("p"), { className: "fk-point" });
        line.toggleAttribute("data-lm-suppress-shortcuts", true); // Enter presses the button
        line.append(`${words} `, button("Play this", "Board", ", at=0"), " ", button("Watch one of its games", "Replay", ""));
        plot.querySelector(".fk-point")?.remove();
        plot.append(line);
      };
      for (const event of ["click", "fk-chosen"]) document.addEventListener(event, choose);
    },
  };

  (window._JUPYTERLAB ??= {})["foxkit-pictures"] = {
    async init(shared) {
      const [newest] = Object.values(shared["@lumino/widgets"]);
      lumino = (await newest.get())();
      document.head.append(Object.assign(document.createElement("style"), { textContent: LEGIBLE }));
      await Promise.all(["tips.js", "forms.js"].map((name) => new Promise((onload, onerror) =>
        document.head.append(Object.assign(document.createElement("script"), { src: new URL(name, here), onload, onerror })))));
    },
    get: async (module) => () => (module === "./extension" ? points : plugin),
  };
}
