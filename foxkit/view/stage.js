// A board on a page, drawn from data and read aloud; it knows no game and no rules.
// Pages without a kernel use it with replay_controls.js alone; the widget needs board.js as well.

/** Make an element: `on…` are listeners, `true` and `false` set and leave attributes. */
function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== false && value != null)
      node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

// What boards are drawn with: no script, link, image, style sheet or foreign element.
const SVG = "http://www.w3.org/2000/svg";
const ALLOWED_ELEMENTS = "svg g path circle ellipse rect line polyline polygon text tspan title".split(" ");
const ATTRIBUTES = ("class d x y x1 y1 x2 y2 dx dy cx cy r rx ry width height points transform opacity viewBox " +
  "preserveAspectRatio text-anchor role aria-label aria-hidden").split(" ");

/** Nodes of SVG markup, whoever has sent it: all else than shapes and words is left out. */
function svgNodes(markup) {
  const { documentElement } = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  const copies = (node) => [...node.childNodes].flatMap(copied);
  const copied = (from) => {
    if (from.nodeType === Node.TEXT_NODE) return [document.createTextNode(from.data)];
    if (from.namespaceURI !== SVG || !ALLOWED_ELEMENTS.includes(from.localName)) return [];
    const node = document.createElementNS(SVG, from.localName);
    for (const { name, value } of from.attributes) if (ATTRIBUTES.includes(name)) node.setAttribute(name, value);
    const width = /^stroke-width:(\d+)$/.exec(from.getAttribute("style"))?.[1]; // of an arrow
    if (width) node.style.strokeWidth = width;
    node.append(...copies(from));
    return [node];
  };
  return copies(documentElement);
}

/** What to call a player who has only a number. */
const playerWords = (player) => (/^\d+$/.test(player) ? `player ${player}` : player);
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const wantsLessMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The board: a picture for the eye, and over it one real button for every point. */
class Stage {
  constructor({ onpoint = () => {}, onpick = () => {}, ondrop = () => {} } = {}) {
    Object.assign(this, { onpoint, onpick, ondrop, pieces: new Map(), movable: new Set(), flipped: false });
    this.points = h("div", { class: "fkb-points" });
    this.picture = h("div", { class: "fkb-picture", "aria-hidden": "true" });
    const onkeydown = (event) => this.arrow(event);
    this.node = h("div", { class: "fkb-stage", role: "application", "aria-roledescription": "board", onkeydown },
      this.picture, this.points);
  }

  layer(name) {
    return this.picture.querySelector(`.fkb-${name}`);
  }

  /** Draw what lies around the pieces; the buttons are made anew only if points differ. */
  setScene(scene) {
    const points = JSON.stringify([scene.points, scene.box]), same = points === this.key;
    Object.assign(this, { scene, key: points });
    this.node.setAttribute("aria-label", `${scene.title} board`);
    const layers = ["under", "hand", "pieces", "over"].map((name) => `<g class="fkb-${name}"/>`).join("");
    const [picture] = svgNodes(`<svg viewBox="${scene.box.map(Number).join(" ")}"><g class="fkb-turn">${layers}</g></svg>`);
    picture.firstChild.prepend(...svgNodes(scene.below));
    this.picture.replaceChildren(picture);
    const [, , width, height] = scene.box;
    this.node.style.setProperty("--ratio", width / height);
    this.ondress?.(scene);
    if (!same) this.setPoints(scene.points);
    this.flip(this.flipped);
  }

  setPoints(points) {
    const focused = this.points.contains(this.points.getRootNode().activeElement);
    this.places = new Map(points.map(([name, x, y]) => [name, [x, y]]));
    this.cards = new Set(points.filter(([, , , shape]) => shape === "card").map(([name]) => name));
    this.buttons = new Map(points.map(([name]) => [name, this.pointButton(name)]));
    this.points.replaceChildren(...this.buttons.values());
    if (!this.buttons.has(this.home)) this.home = points[0][0];
    this.buttons.get(this.home).tabIndex = 0;
    if (focused) this.focus();
  }

  pointButton(name) {
    return h("button", {
      type: "button", tabindex: -1, "data-point": name,
      onclick: () => (this.dragged ? (this.dragged = false) : this.onpoint(name)),
      onfocus: () => this.setHome(name),
      onpointerdown: (event) => this.grab(event, name),
    });
  }

  focus() {
    this.buttons.get(this.home).focus();
  }

  /** Only one point is in the order of the Tab key: the one that was visited last. */
  setHome(name) {
    this.buttons.get(this.home).tabIndex = -1;
    this.home = name;
    this.buttons.get(name).tabIndex = 0;
  }

  /** Where a point lies on the page, as the reader sees it: flipped or not. */
  seen(name) {
    const [left, top, width, height] = this.scene.box;
    const [x, y] = this.places.get(name);
    const across = (x - left) / width, down = (y - top) / height;
    return this.flipped ? [1 - across, 1 - down] : [across, down];
  }

  flip(flipped = !this.flipped) {
    this.flipped = flipped;
    const [left, top, width, height] = this.scene.box;
    const turn = `rotate(180 ${left + width / 2} ${top + height / 2})`;
    this.layer("turn").setAttribute("transform", flipped ? turn : "");
    this.node.classList.toggle("fkb-flipped", flipped);
    for (const [name, button] of this.buttons) {
      const [x, y] = this.seen(name);
      const [wide, high] = this.cards.has(name) ? [80, 132] : [100, 100];
      const size = `width:${(100 * wide) / width}%;height:${(100 * high) / height}%`;
      button.style.cssText = `left:${100 * x}%;top:${100 * y}%;${size}`;
    }
  }

  show(frame) {
    if (JSON.stringify(frame.scene) !== JSON.stringify(this.scene)) this.setScene(frame.scene);
    const moved = this.frame && JSON.stringify(this.frame.pieces) !== JSON.stringify(frame.pieces);
    this.frame = frame;
    this.pieces = new Map(frame.pieces.map(([point, shape, words = shape]) => [point, words]));
    this.layer("under").replaceChildren(...svgNodes(frame.under));
    this.layer("over").replaceChildren(...svgNodes(frame.over));
    this.layer("pieces").replaceChildren(...frame.pieces.map(([point, shape, , label = ""]) => {
      const [piece] = svgNodes(`<g transform="translate(${this.places.get(point).join(" ")})"><g class="fkb-up">${SHAPES[shape]}</g></g>`);
      piece.dataset.at = point;
      piece.append(...svgNodes(label));
      return piece;
    }));
    if (moved) this.glide(frame.last);
    this.mark();
  }

  pieceNode(point) {
    return this.layer("pieces").querySelector(`[data-at="${CSS.escape(point)}"]`);
  }

  /** Let the piece that moved last come from where it was, unless motion is unwanted. */
  glide(path) {
    const node = path.length > 1 && this.pieceNode(path.at(-1));
    if (!node || wantsLessMotion() || !node.animate) return;
    const steps = path.map((name) => {
      const [x, y] = this.places.get(name);
      return { transform: `translate(${x}px, ${y}px)` };
    });
    node.animate(steps, { duration: 140 * (path.length - 1), easing: "ease-out" });
  }

  /** Show what is picked up, where it can go and which pieces can move. */
  mark({ picked = [], targets = [], movable = [] } = {}) {
    this.movable = new Set(movable);
    const disc = (name, cls, r) => {
      const [x, y] = this.places.get(name);
      if (this.cards.has(name)) return `<rect class="fk-${cls}" x="${x - 43}" y="${y - 69}" width="86" height="138" rx="11"/>`;
      return `<circle class="fk-${cls}" cx="${x}" cy="${y}" r="${r}"/>`;
    };
    const discs = picked.map((name) => disc(name, "picked", 46)).concat(
      targets.map((name) => (this.pieces.has(name) ? disc(name, "ring", 46) : disc(name, "target", 17))));
    this.layer("hand").replaceChildren(...svgNodes(discs.join("")));
    for (const [name, button] of this.buttons) {
      const words = [name, this.pieces.get(name) ?? "empty"];
      if (this.scene.labels[name]) words.push(this.scene.labels[name]);
      const heat = this.frame.heat?.[name];
      if (heat) words.push(`heat ${heat}`);
      button.title = heat ? `${name}: ${heat}` : "";
      if (targets.includes(name)) words.push("can go here");
      else if (this.movable.has(name)) words.push("can move");
      button.setAttribute("aria-label", words.join(", "));
      button.setAttribute("aria-pressed", String(picked.includes(name)));
      button.classList.toggle("fkb-movable", this.movable.has(name));
      button.classList.toggle("fkb-card", this.cards.has(name));
    }
  }

  /** Arrow keys go to the nearest point in that direction, as the reader sees it. */
  arrow(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [, , width, height] = this.scene.box;
    const [x, y] = this.seen(this.home);
    let best = null, least = Infinity;
    for (const name of this.places.keys()) {
      const [u, v] = this.seen(name);
      const dx = (u - x) * width, dy = (v - y) * height;
      const along = dx * step[0] + dy * step[1];
      const aside = Math.abs(dx * step[1]) + Math.abs(dy * step[0]);
      if (along < 1 || aside > along + 1) continue;
      if (along + 2 * aside < least) [best, least] = [name, along + 2 * aside];
    }
    if (best) this.buttons.get(best).focus();
  }

  /** Drag a piece: it follows the pointer and is dropped on the point beneath. */
  grab(event, name) {
    this.dragged = false;
    if (!this.movable.has(name) || event.button) return;
    const button = this.buttons.get(name), from = [event.clientX, event.clientY];
    const move = (e) => {
      const far = Math.hypot(e.clientX - from[0], e.clientY - from[1]);
      if (!this.dragged && far < 8) return;
      if (!this.dragged) {
        this.dragged = true;
        this.onpick(name);
      }
      const place = new DOMPoint(e.clientX, e.clientY).matrixTransform(
        this.layer("turn").getScreenCTM().inverse(),
      );
      this.pieceNode(name)?.setAttribute("transform", `translate(${place.x} ${place.y})`);
    };
    const end = (e) => {
      for (const kind of ["pointermove", "pointerup", "pointercancel"])
        button.removeEventListener(kind, kind === "pointermove" ? move : end);
      if (!this.dragged) return;
      this.pieceNode(name)?.setAttribute("transform", `translate(${this.places.get(name).join(" ")})`);
      const below = this.node.getRootNode().elementFromPoint(e.clientX, e.clientY);
      const point = below?.closest?.("[data-point]");
      if (e.type === "pointerup" && point && this.points.contains(point))
        this.ondrop(name, point.dataset.point);
      // A click may follow on the same button; it is part of the drag.
      setTimeout(() => (this.dragged = false), 0);
    };
    button.setPointerCapture(event.pointerId);
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
  }
}
