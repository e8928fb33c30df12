// A board on a page, drawn from data and read aloud; it knows no game and no rules.
// The widget (board.js) is written on top of it; a page without a kernel uses it alone.

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

const ICONS = {
  first: "M4 3v10M13 3L6 8l7 5z",
  previous: "M10.5 2L4.5 8l6 6 1.5-1.5L7.5 8 12 3.5z",
  play: "M4 2l10 6-10 6z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  next: "M5.5 2l6 6-6 6L4 12.5 8.5 8 4 3.5z",
  last: "M12 3v10M3 3l7 5-7 5z",
};

/** A button with a picture and a name for those who do not see it. */
function iconButton(icon, name, onclick) {
  const button = h("button", { type: "button", "aria-label": name, title: name, onclick });
  button.innerHTML =
    `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
  return button;
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The board: a picture for the eye, and over it one real button for every point. */
class Stage {
  constructor(scene, { onpoint = () => {}, onpick = () => {}, ondrop = () => {} } = {}) {
    Object.assign(this, { onpoint, onpick, ondrop });
    this.pieces = new Map();
    this.movable = new Set();
    this.points = h("div", { class: "fkb-points" });
    this.picture = h("div", { class: "fkb-picture", "aria-hidden": "true" });
    this.node = h("div", {
      class: "fkb-stage",
      role: "application",
      "aria-roledescription": "board",
      onkeydown: (event) => this.arrow(event),
    });
    this.node.append(this.picture, this.points);
    this.setScene(scene);
  }

  setScene(scene) {
    this.scene = scene;
    this.frame = null;
    this.places = new Map(scene.points.map(([name, x, y]) => [name, [x, y]]));
    this.node.setAttribute("aria-label", `${scene.title} board`);
    this.picture.innerHTML =
      `<svg viewBox="${scene.box.join(" ")}"><g class="fkb-turn">${scene.squares}` +
      `<g class="fkb-regions"></g>${scene.lines}` +
      ["under", "pieces", "over", "hand"].map((g) => `<g class="fkb-${g}"></g>`).join("") +
      "</g></svg>";
    this.svg = this.picture.firstChild;
    this.layer = (name) => this.picture.querySelector(`.fkb-${name}`);
    this.buttons = new Map(scene.points.map(([name]) => [name, this.pointButton(name)]));
    this.points.replaceChildren(...this.buttons.values());
    this.home = scene.points[0][0];
    this.buttons.get(this.home).tabIndex = 0;
    this.flip(this.flipped ?? false);
  }

  pointButton(name) {
    return h("button", {
      type: "button",
      tabindex: -1,
      "data-point": name,
      onclick: () => (this.dragged ? (this.dragged = false) : this.onpoint(name)),
      onfocus: () => this.setHome(name),
      onpointerdown: (event) => this.grab(event, name),
    });
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
      const size = `width:${9000 / width}%;height:${9000 / height}%`;
      button.style.cssText = `left:${100 * x}%;top:${100 * y}%;${size}`;
    }
  }

  show(frame) {
    const moved = this.frame && this.frame.text !== frame.text;
    this.frame = frame;
    const kinds = Object.entries(frame.pieces);
    this.pieces = new Map(kinds.flatMap(([kind, points]) => points.map((point) => [point, kind])));
    this.regions = frame.regions ?? this.scene.regions; // most games' never change
    this.layer("regions").innerHTML = this.regions.drawn;
    this.layer("under").innerHTML = frame.under;
    this.layer("over").innerHTML = frame.over;
    this.layer("pieces").innerHTML = [...this.pieces]
      .map(([point, kind]) => {
        const place = this.places.get(point).join(" ");
        const shape = `<g class="fkb-up">${this.scene.shapes[kind]}</g>`;
        return `<g data-at="${point}" transform="translate(${place})">${shape}</g>`;
      })
      .join("");
    if (moved) this.glide(frame.last);
    this.mark();
  }

  /** The whole position as sentences. */
  words() {
    const kinds = Object.entries(this.frame.pieces);
    const said = kinds.map(([kind, points]) => `${capital(kind)} (${points.length}) on ${points.join(", ")}.`);
    return [`${capital(this.frame.status)}.`, ...said].join(" ");
  }

  pieceNode(point) {
    return this.layer("pieces").querySelector(`[data-at="${point}"]`);
  }

  /** Let the piece that moved last come from where it was, unless motion is unwanted. */
  glide(path) {
    const node = path.length > 1 && this.pieceNode(path.at(-1));
    if (!node || calm() || !node.animate) return;
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
      return `<circle class="fk-${cls}" cx="${x}" cy="${y}" r="${r}"/>`;
    };
    this.layer("hand").innerHTML =
      picked.map((name) => disc(name, "picked", 46)).join("") +
      targets
        .map((name) => (this.pieces.has(name) ? disc(name, "ring", 46) : disc(name, "target", 17)))
        .join("");
    for (const [name, button] of this.buttons) {
      const words = [name, this.pieces.get(name) ?? "empty"];
      if (this.regions.labels[name]) words.push(this.regions.labels[name]);
      if (targets.includes(name)) words.push("can go here");
      else if (this.movable.has(name)) words.push("can move");
      button.setAttribute("aria-label", words.join(", "));
      button.setAttribute("aria-pressed", String(picked.includes(name)));
      button.classList.toggle("fkb-movable", this.movable.has(name));
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

/** The line under the board that a screen reader speaks whenever it changes. */
class Speaker {
  constructor() {
    this.node = h("p", { class: "fkb-said", role: "status" });
  }

  say(words) {
    // The same words twice in a row are a change only with something added.
    const same = this.node.textContent === words;
    this.node.textContent = same ? `${words}\u00a0` : words;
  }
}

/** A game's moves to scrub through: buttons, a slider, a list and the notes. */
class Reel {
  constructor(go) {
    this.go = (to) => go(Math.min(Math.max(to, 0), this.line.length - 1));
    this.line = [];
    this.at = 0;
    const button = (icon, name, to) => iconButton(icon, name, () => (this.rest(), this.go(to())));
    this.player = iconButton("play", "play the moves", () => this.toggle());
    this.slider = h("input", {
      type: "range",
      min: 0,
      "aria-label": "move",
      oninput: () => (this.rest(), this.go(Number(this.slider.value))),
    });
    this.controls = h("div", { class: "fkb-row", role: "group", "aria-label": "replay" },
      button("first", "first position", () => 0),
      button("previous", "previous position", () => this.at - 1),
      this.player,
      button("next", "next position", () => this.at + 1),
      button("last", "last position", () => Infinity),
      this.slider,
    );
    this.list = h("ol", { class: "fkb-moves", "aria-label": "moves" });
    this.note = h("p", { class: "fkb-note" });
  }

  show(line, at) {
    const key = JSON.stringify(line);
    if (key !== this.key) this.fill(line);
    this.key = key;
    this.at = at;
    this.slider.max = line.length - 1;
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", `${at} of ${line.length - 1}: ${line[at].move || "start"}`);
    this.note.textContent = line[at].note;
    this.note.hidden = !line.some((step) => step.note);
    for (const [i, item] of [...this.list.children].entries()) {
      const button = item.firstChild;
      if (i === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const now = this.list.children[at];
    if (now) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
    if (this.timer && at >= line.length - 1) this.rest();
  }

  fill(line) {
    this.line = line;
    const items = line.map((step, i) => {
      const name = i ? `${i}. ${step.move}` : "start";
      const label = i ? `${i}, ${step.player} ${step.move}${step.note ? ", with a note" : ""}` : "start";
      const onclick = () => (this.rest(), this.go(i));
      const button = h("button", { type: "button", "aria-label": label, onclick }, name);
      if (step.note) button.classList.add("fkb-noted");
      return h("li", {}, button);
    });
    this.list.replaceChildren(...items);
  }

  toggle() {
    if (this.timer) return this.rest();
    if (this.at >= this.line.length - 1) this.go(0);
    this.timer = setInterval(() => this.go(this.at + 1), 900);
    this.dress("pause", "pause");
  }

  rest() {
    clearInterval(this.timer);
    this.timer = null;
    this.dress("play", "play the moves");
  }

  dress(icon, name) {
    this.player.querySelector("path").setAttribute("d", ICONS[icon]);
    this.player.setAttribute("aria-label", name);
    this.player.title = name;
  }

  /** Answer a key if it is one for replaying. */
  onKey(key) {
    const to = {
      ",": this.at - 1, PageUp: this.at - 1, ".": this.at + 1, PageDown: this.at + 1,
      Home: 0, "<": 0, End: Infinity, ">": Infinity,
    }[key];
    if (key === "p") this.toggle();
    else if (to !== undefined) (this.rest(), this.go(to));
    else return false;
    return true;
  }
}

const READING_KEYS = [
  ["arrow keys", "walk over the points of the board"],
  [", and .", "previous and next position (also Page Up, Page Down)"],
  ["< and >", "first and last position (also Home, End)"],
  ["p", "play the moves one after the other, or pause"],
  ["f", "look from the other side"],
  ["b", "read the whole board aloud"],
  ["?", "show the keys"],
];

/** A window with the keys. */
function keyHelp(keys) {
  const rows = keys.map(([key, does]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, does)));
  const dialog = h("dialog", { class: "fkb-help", "aria-label": "keys" },
    h("table", {}, h("caption", {}, "Keys, while the board has the focus"), h("tbody", {}, ...rows)),
    h("button", { type: "button", onclick: () => dialog.close() }, "Close"),
  );
  return dialog;
}

/**
 * Listen to keys, but not where text is typed or a control needs them itself.
 * JupyterLab would take single letters for its own ("d d" deletes the cell) unless the
 * element that has the focus says otherwise; its Ctrl and Alt keys go on working.
 */
function listen(root, answer) {
  const guard = (event) => {
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    event.target.toggleAttribute("data-lm-suppress-shortcuts", !chord);
  };
  for (const kind of ["focusin", "keydown", "keyup"]) root.addEventListener(kind, guard);
  root.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, dialog");
    if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!answer(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Bring a recorded game to life inside `root`, which shows a still picture of it. */
function replay(root, data) {
  const stage = new Stage(data.scene);
  const speaker = new Speaker();
  const help = keyHelp(READING_KEYS);
  let at = data.at;
  const show = () => {
    stage.show(data.frames[at]);
    reel.show(data.line, at);
    const { player, move } = data.line[at];
    const told = move ? `${capital(player)}: ${move}. ` : "";
    speaker.say(`${told}${capital(data.frames[at].status)}.`);
  };
  const reel = new Reel((to) => ((at = to), show()));
  const flip = () => stage.flip();
  listen(root, (key) => {
    if (reel.onKey(key)) return true;
    const does = {
      f: flip,
      b: () => speaker.say(stage.words()),
      "?": () => help.showModal(),
    }[key];
    does?.();
    return Boolean(does);
  });
  reel.controls.append(
    h("button", { type: "button", onclick: flip }, "Flip"),
    h("button", { type: "button", "aria-label": "keys", onclick: () => help.showModal() }, "?"),
  );
  reel.controls.hidden = reel.list.hidden = data.line.length < 2; // nothing to scrub
  root.querySelector("svg")?.remove();
  root.append(
    h("div", { class: "fkb-two" },
      h("div", {}, stage.node, speaker.node, reel.controls),
      h("div", {}, h("p", { class: "fkb-title" }, data.title || data.scene.title), reel.note, reel.list)),
    help,
  );
  show();
}
