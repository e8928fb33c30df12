// What a page loads once somebody asks for Python, for all that stands on it.
const COST = " (7 MB, about three seconds)";
let script = null;
const load = () => (script ??= new Promise((done, fail) => {
  const node = document.createElement("script");
  node.src = "play.js";
  node.onload = () => done(window.foxkitPlay);
  node.onerror = () => (script = null, fail(new Error("the file play.js is not beside this page")));
  document.head.append(node);
}));

const make = (tag, props, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};

/** Bring a board into view: all of it, or its top where it is, or `grows`, higher than the window. */
const bring = (board, grows = false) => board.scrollIntoView({ block: grows || board.offsetHeight > 0.9 * innerHeight ? "start" : "nearest" });
