// A plot has two forms: the one that came as a picture, and one for a page of 350 pixels,
// which a notebook keeps beside it. Pages and JupyterLab share this.

/** The two forms of a plot: the function that draws one of them, the narrow one for `true`.
 * What its parts stand for stays, with all that listens to it; the boxes of these parts move.
 * @param plot the picture, an svg element, whose parts are replaced
 * @param root an svg element with the parts of the narrow form
 * @param size width and height of the narrow form in units, and the pixels of a unit: its scale */
window.foxkitForms = (plot, root, size) => {
  const least = `${Math.ceil((size.width * 10.9) / 9)}px`; // letters of 9 units are 11 pixels high there
  const { width, height } = plot.viewBox.baseVal;
  const form = (from, { width, height, scale }, least) =>
    ({ width, height, scale, least, parts: [...from.children].filter((part) => !/^(title|desc|style)$/.test(part.localName)) });
  const forms = [form(plot, { width, height, scale: plot.getAttribute("width") / width }, plot.style.getPropertyValue("--fk-least")),
    form(root, size, least)];
  const boxes = [plot, root].map((from) => [...from.querySelectorAll(".fk-tips > g")].map((tip) => [tip.parentElement, tip.querySelector("rect"), tip]));
  boxes[1].forEach(([, , tip]) => tip.remove());
  let drawn = 0;
  return (narrow) => {
    const which = Number(narrow), { parts, least, width, height, scale } = forms[which];
    if (which === drawn) return;
    forms[drawn].parts.forEach((part) => part.remove());
    plot.append(...parts);
    boxes[0].forEach(([, , tip], n) => {
      const [layer, box] = boxes[which][n];
      tip.querySelector("rect").replaceWith(box);
      layer.append(tip);
    });
    plot.setAttribute("viewBox", `0 0 ${width} ${height}`);
    plot.setAttribute("width", Math.round(width * scale));
    plot.setAttribute("height", Math.round(height * scale));
    plot.style.setProperty("--fk-least", least);
    drawn = which;
  };
};
