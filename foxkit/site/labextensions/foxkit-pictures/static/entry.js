// JupyterLab shows an SVG output as an <img>: without its words, its tooltips and the
// page's colours. This draws it in place. It is what a bundler would make of a MIME
// renderer, written by hand: a container with `init` and `get`.
{
  const SVG = "image/svg+xml", here = document.currentScript.src;
  // As on pages: where there is little room, a picture scrolls before its letters are too small.
  const LEGIBLE = `@media screen and (max-width: 60rem) {
    .jp-RenderedSVG:has(svg.fk) { overflow-x: auto; }
    .jp-RenderedSVG svg.fk { min-width: var(--fk-least); }
  }`;
  let lumino;

  /** Return the picture without anything that could run or load something. */
  const harmless = (source) => {
    const { documentElement: svg } = new DOMParser().parseFromString(source, SVG);
    if (svg.localName !== "svg") throw new Error("this output is not an SVG picture");
    for (const node of svg.querySelectorAll("script, foreignObject, iframe, animate, set")) node.remove();
    for (const node of [svg, ...svg.querySelectorAll("*")])
      for (const { name, value } of [...node.attributes])
        if (/^on/i.test(name) || (/href$/i.test(name) && !value.startsWith("#"))) node.removeAttribute(name);
    return document.adoptNode(svg);
  };

  /** Let what scrolls be reached by keys, and say what it is. */
  const scrolls = new ResizeObserver((seen) => {
    for (const { target } of seen) {
      const wide = target.scrollWidth > target.clientWidth;
      const marks = { tabindex: 0, role: "group", "aria-label": "Picture, scrolls sideways" };
      for (const [name, value] of Object.entries(marks))
        wide ? target.setAttribute(name, value) : target.removeAttribute(name);
    }
  });

  const createRenderer = () => {
    const widget = new lumino.Widget();
    widget.addClass("jp-RenderedSVG");
    scrolls.observe(widget.node);
    widget.renderModel = async ({ data }) => widget.node.replaceChildren(harmless(data[SVG]));
    return widget;
  };

  const plugin = {
    id: "foxkit-pictures:plugin",
    description: "Draws SVG outputs in place.",
    rendererFactory: { safe: true, mimeTypes: [SVG], createRenderer },
    rank: 60, // behind HTML: boards and searches that are lively before their cell has run
    dataType: "string",
  };

  (window._JUPYTERLAB ??= {})["foxkit-pictures"] = {
    async init(shared) {
      const [newest] = Object.values(shared["@lumino/widgets"]);
      lumino = (await newest.get())();
      document.head.append(Object.assign(document.createElement("script"), { src: new URL("tips.js", here) }),
        Object.assign(document.createElement("style"), { textContent: LEGIBLE }));
    },
    get: async () => () => plugin,
  };
}
