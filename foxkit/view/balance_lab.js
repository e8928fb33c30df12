// The balance lab: rules and strength, a guess for each point, a curve that grows, a game
// to watch. In a notebook the kernel plays the games, on a page its workers.

const HEIGHT = 300, LEFT = 44, RIGHT = 16, TOP = 22, BOTTOM = 44, LETTER = 7;
const count = (n) => n.toLocaleString("en");
const escaped = (words) => words.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const menu = (label, choices, value, changed) => {
  const select = h("select", { onchange: changed }, ...choices.map(([key, words]) => h("option", { value: key }, words)));
  select.value = value;
  return [select, h("label", {}, h("span", {}, label), select)];
};
const numbers = (values) => values.map((n) => [n, n === -1 ? "none: to the end" : count(n)]);

/** What can be asked: rules, what the curve runs along, and how strong the players are. */
class QuestionForm {
  constructor({ rules, in_sight, axes, strengths, judges }, changed) {
    Object.assign(this, { axes, fields: {}, rules: {}, changed });
    const rows = rules.map(({ name, label, value, choices, offered, min, max, step }) => {
      const list = offered?.length && h("datalist", { id: `fkl-${name}-${Math.random()}` }, ...offered.map((each) => h("option", { value: each })));
      const kind = offered ? { type: "text", list: list ? list.id : null } : { type: "number", min, max, step };
      const typed = h("input", { ...kind, value });
      const [field, row] = choices ? menu(label, choices, value, () => {}) : [typed, h("label", {}, h("span", {}, label), typed, list || null)];
      this.rules[name] = field;
      const mark = () => row.classList.toggle("fkl-changed", field.value !== String(value));
      field.addEventListener("change", () => (mark(), changed()));
      return row;
    });
    const along = Object.keys(axes).map((name) => [name, name.replaceAll("_", " ")]);
    const [axis, first] = menu("along the curve", along, "simulations", () => (this.show(), changed()));
    this.axis = axis;
    const others = Object.entries(strengths).map(([name, [values, value]]) => {
      const [field, row] = menu(name === "pairs" ? "pairs of games a point" : name, numbers(values), value, changed);
      this.fields[name] = { field, row };
      return row;
    });
    const [judge, judged] = menu("evaluation", judges.map((name) => [name, name]), judges[0], changed);
    this.judge = judge;
    judged.hidden = judges.length < 2;
    this.ticks = h("fieldset", { class: "fkl-ticks" });
    this.node = h("div", { class: "fkl-ask" }, h("p", { class: "fkl-part" }, "Rules"), ...rows.slice(0, in_sight),
      h("details", { hidden: rows.length <= in_sight }, h("summary", {}, "More rules"), ...rows.slice(in_sight)),
      h("p", { class: "fkl-part" }, "Players, alike on both sides"), first, this.ticks, ...others, judged);
    this.show();
  }

  show() {
    const [values, ticked] = this.axes[this.axis.value];
    const box = (n) => h("label", {}, h("input", { type: "checkbox", value: n, checked: ticked.includes(n), onchange: this.changed }), ` ${count(n)}`);
    this.ticks.replaceChildren(h("legend", {}, "points of the curve"), ...values.map(box));
    for (const [name, { row }] of Object.entries(this.fields)) row.hidden = name === this.axis.value;
    for (const [name, field] of Object.entries(this.rules)) field.disabled = name === this.axis.value;
  }

  get asked() {
    const values = [...this.ticks.querySelectorAll(":checked")].map((box) => Number(box.value));
    const rules = Object.fromEntries(Object.entries(this.rules).map(([name, { value }]) => [name, value]));
    const strengths = Object.fromEntries(Object.entries(this.fields).map(([name, { field }]) => [name, Number(field.value)]));
    return { axis: this.axis.value, values, rules, judge: this.judge.value, ...strengths };
  }
}

/** The curve: points with their intervals, the guess, and other curves behind it. */
class Chart {
  constructor(guessed, watch) {
    Object.assign(this, { guessed, watch });
    this.node = h("div", { class: "fkl-chart", onclick: (event) => this.click(event) });
  }

  /** A click on a point shows a game of it; before there are points it is a guess. */
  click({ clientX, clientY }) {
    const { left, top } = this.node.getBoundingClientRect(), place = (value) => Math.abs(this.x(value) - clientX + left);
    const [value] = [...this.ticked].sort((a, b) => place(a) - place(b));
    const share = (HEIGHT - BOTTOM - clientY + top) / (HEIGHT - BOTTOM - TOP);
    if (value === undefined || place(value) > 40) return;
    if (this.known.has(value)) this.watch(value);
    else this.guessed(value, Math.max(0, Math.min(100, Math.round(100 * share))));
  }

  x(value) {
    const at = this.values.indexOf(value), wide = (this.node.clientWidth || 600) - LEFT - RIGHT;
    return LEFT + (wide * (at + 0.5)) / this.values.length; // values stand side by side, as far apart as others
  }

  draw({ values, axis, side, other, curves, guess, ticked }) {
    const known = new Set(curves.filter(({ kind }) => kind === "curve").flatMap(({ points }) => points.map(({ value }) => value)));
    Object.assign(this, { values, ticked, known });
    const y = (rate) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - rate), wide = this.node.clientWidth || 600;
    const text = (x, y, words, more = "") => `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`;
    const grid = [0, 0.25, 0.5, 0.75, 1].map((rate) => `<path class="fkl-grid${rate === 0.5 ? " fkl-even" : ""}" d="M${LEFT} ${y(rate)}H${wide - RIGHT}"/>` +
      text(LEFT - 6, y(rate) + 4, `${100 * rate} %`, 'text-anchor="end"'));
    const sides = text(LEFT, TOP - 8, `▲ more games for the ${side}`, 'class="fkl-first"') +
      text(wide - RIGHT, HEIGHT - 6, `▼ more games for the ${other}`, 'class="fkl-second" text-anchor="end"');
    const names = values.map((n) => text(this.x(n), HEIGHT - 24, count(n), `text-anchor="middle"${ticked.includes(n) ? "" : ' class="fkl-off"'}`));
    const title = text(LEFT, HEIGHT - 6, axis.replaceAll("_", " "));
    const line = (points) => points.map(([value, rate]) => `${this.x(value)},${y(rate)}`).join(" ");
    const shapes = curves.map(({ kind, points, name }) => {
      const reach = points.map(({ value, rate: [, low, high] }) => `<path d="M${this.x(value)} ${y(low)}V${y(high)}"/>`);
      const dots = points.map(({ value, rate: [rate], words, games }) => `<circle cx="${this.x(value)}" cy="${y(rate)}" r="${kind === "curve" ? 5 : 3}">` +
        `<title>${count(value)} ${axis.replaceAll("_", " ")}: the ${side} win ${words} of ${count(games)} games</title></circle>`);
      const end = points.at(-1), left = end && this.x(end.value) > wide * 0.7;
      const fits = Math.max(LEFT, wide - RIGHT - LETTER * name.length); // a long name begins further left
      const at = end && (left ? this.x(end.value) - 8 : Math.min(this.x(end.value) + 8, fits));
      const label = end ? text(at, y(end.rate[0]) + (kind === "usual" ? 16 : -8), name, left ? 'text-anchor="end"' : "") : "";
      return `<g class="fkl-${kind}"><polyline points="${line(points.map(({ value, rate }) => [value, rate[0]]))}"/>${reach.join("")}${dots.join("")}${label}</g>`;
    });
    const said = [...guess].filter(([value]) => values.includes(value)).sort(([a], [b]) => values.indexOf(a) - values.indexOf(b));
    const mine = said.map(([value, rate]) => [value, rate / 100]);
    const marks = mine.map(([value, rate]) => `<path d="M${this.x(value) - 7} ${y(rate)}h14"/>`);
    const [first, next] = mine, below = first && (first[1] > 0.9 || (first[1] > 0.1 && next?.[1] > first[1])); // where the line is not
    const label = first ? text(this.x(first[0]) - 7, y(first[1]) + (below ? 18 : -8), "your guess") : "";
    const told = curves.find(({ kind }) => kind === "curve")?.points.map(({ value, words }) => `${count(value)}: ${words}`).join("; ");
    this.node.replaceChildren(...svgNodes(`<svg width="${wide}" height="${HEIGHT}" role="img" aria-label="${escaped(`How often the ${side} win, by ${axis}. ${told ?? ""}`)}">` +
      `${grid.join("")}${sides}${names.join("")}${title}${shapes.join("")}<g class="fkl-guess"><polyline points="${line(mine)}"/>${marks.join("")}${label}</g></svg>`));
  }
}

/** A box for the guess of each ticked value. It stays as long as its value is ticked:
 * a reader who goes from one to the next by Tab is on the way to a box that is there. */
class Guesses {
  constructor(side, guessed) {
    Object.assign(this, { guessed, boxes: new Map() });
    this.legend = h("legend", {}, `your guess: how often the ${side} win`);
    this.node = h("fieldset", { class: "fkl-ticks" }, this.legend);
  }

  box(value) {
    const field = h("input", { type: "number", min: 0, max: 100, step: "any", oninput: () => this.take(value), onchange: () => this.take(value, true) });
    return { field, row: h("label", {}, `${count(value)}: `, field, " %") };
  }

  /** Take what is in a box: no number is no guess, and what is beyond an end is that end. */
  take(value, done = false) {
    const { field } = this.boxes.get(value), typed = field.valueAsNumber;
    const rate = Number.isNaN(typed) ? undefined : Math.max(0, Math.min(100, typed));
    if (done) field.value = rate ?? "";
    this.guessed(value, rate);
  }

  show(values, guess, fixed) {
    const old = this.boxes, same = values.length === old.size && values.every((value) => old.has(value));
    this.boxes = new Map(values.map((value) => [value, old.get(value) ?? this.box(value)]));
    if (!same) this.node.replaceChildren(this.legend, ...[...this.boxes.values()].map(({ row }) => row));
    for (const [value, { field }] of this.boxes) {
      field.disabled = fixed;
      if (field !== document.activeElement) field.value = guess.get(value) ?? "";
    }
  }
}

/** Plays on a page: its workers play, and what they have played goes to Python. */
class PagePlay {
  constructor(lab) {
    this.lab = lab;
  }

  begin() {
    const { model } = this.lab, played = [];
    this.workers = new GameWorkers(model.python.code, (job, found) => {
      for (const [block, games] of found) played.push([job.address, block, games]);
      this.lab.ask(played.splice(0));
    }, (fault, left) => {
      if (!left) this.lab.end(`No games can be played here: ${fault}.`);
    });
    this.workers.next = new Map(model.get("jobs").map(({ address, value }) => [address, this.lab.blocks(value)]));
    this.workers.play(model.get("jobs"), this.lab.asked.pairs);
  }

  end() {
    this.workers?.end();
  }

  get words() {
    return `${count(this.lab.left)} games left, ${this.workers.workers.size} at once.`;
  }
}

/** Plays in a notebook: the kernel plays, and says how far it is. */
class KernelPlay {
  constructor(lab) {
    this.lab = lab;
  }

  begin() {
    this.lab.send({ do: "play", asked: this.lab.asked });
  }

  end() {
    this.lab.send({ do: "stop" });
  }

  get words() {
    return this.lab.model.get("run").words;
  }
}

/** The model of the board on which a point is played: a part of the lab's. */
class BoardModel {
  constructor(model) {
    Object.assign(this, { model, shown: model.get("board"), heard: {} });
  }

  get(name) {
    return this.shown[name];
  }

  on(event, hear) {
    this.heard[event] = hear;
  }

  off(event) {
    delete this.heard[event];
  }

  send(message) {
    this.model.send({ do: "board", message });
  }

  /** Take the board's parts, and show those that have changed. */
  take(parts) {
    const before = this.shown, same = (name) => JSON.stringify(parts[name]) === JSON.stringify(before[name]);
    this.shown = Object.fromEntries(Object.keys(parts).map((name) => [name, same(name) ? before[name] : parts[name]]));
    for (const name of Object.keys(parts)) if (this.shown[name] !== before[name]) this.heard[`change:${name}`]?.();
  }
}

class BalanceLab {
  constructor(model) {
    this.model = model;
    this.setup = model.get("setup");
    const { side, colours } = this.setup;
    Object.assign(this, { guess: new Map(), older: [], playing: false, shown: false, note: "" });
    this.player = this.setup.plays === "page" ? new PagePlay(this) : new KernelPlay(this);
    this.words = h("p", { role: "status" });
    this.points = h("ul", { class: "fkl-points" });
    this.starter = h("button", { type: "button", class: "fkl-play", onclick: () => this.begin() }, "Play");
    this.skipper = h("button", { type: "button", onclick: () => this.begin() }, "Play without a guess");
    this.stopper = h("button", { type: "button", disabled: true, onclick: () => this.stop() }, "Stop");
    const guessed = (value, rate) => {
      if (this.playing || this.shown) return;
      if (rate === undefined) this.guess.delete(value);
      else this.guess.set(value, rate);
      this.show();
    };
    this.guesses = new Guesses(side, guessed);
    this.chart = new Chart(guessed, (value) => this.watch(value, 0));
    this.form = new QuestionForm(this.setup, () => this.change());
    this.board = h("div", { class: "fkl-board" });
    this.watched = h("div", { class: "fkl-watched", hidden: true });
    this.played = h("div", { class: "fkl-played", hidden: true });
    this.code = h("pre", {});
    const copy = h("button", { type: "button", onclick: () => this.copy(copy) }, "Copy");
    const cell = h("details", { class: "fkl-cell" }, h("summary", {}, "The cell that plays and draws the same"),
      h("div", { class: "fkb-row" }, copy), this.code);
    this.node = h("div", { class: "fk fkb fkl-lab" }, h("div", { class: "fkl-two" },
      h("div", {}, this.form.node, this.board),
      h("div", {}, this.guesses.node, this.chart.node,
        h("div", { class: "fkb-row" }, this.starter, this.skipper, this.stopper), this.words, this.points, this.watched, this.played, cell)));
    this.node.style.setProperty("--side", `var(--fk-${colours[0]})`);
    this.node.style.setProperty("--other", `var(--fk-${colours[1]})`);
  }

  send(message) {
    try {
      this.model.send(message);
    } catch {
      this.note = "This lab has lost its kernel: run its cell again.";
      this.show();
    }
  }

  ask(played = []) {
    this.asked = this.form.asked;
    this.send({ do: "ask", asked: this.asked, played });
  }

  /** Another question: another guess, and what was played stays behind it. */
  change() {
    const before = this.model.get("curve");
    if (this.shown && before.points?.length) this.older.splice(0, this.older.length, { ...before });
    if (this.playing) this.stop();
    this.guess.clear();
    Object.assign(this, { shown: false, note: "" });
    this.watched.hidden = true;
    this.endBoard();
    this.ask();
    this.guesses.show(this.asked.values, this.guess, false);
  }

  begin() {
    Object.assign(this, { playing: true, shown: true, note: "" });
    if (this.left || this.setup.plays === "kernel") this.player.begin();
    this.show();
  }

  stop() {
    this.player.end();
    if (this.setup.plays === "page") this.end("Stopped. Play goes on from here.");
  }

  /** Nothing is played any more, and why, if it is not finished. */
  end(note = "") {
    if (this.setup.plays === "page") this.player.end();
    Object.assign(this, { playing: false, note });
    this.show();
  }

  watch(value, number) {
    const at = this.asked.values.indexOf(value);
    this.send({ do: "watch", asked: this.asked, at, number });
  }

  playThis(value) {
    this.send({ do: "begin_board", asked: this.asked, at: this.asked.values.indexOf(value) });
  }

  endBoard() {
    if (this.boardModel) this.send({ do: "end_board" });
  }

  async copy(button) {
    await navigator.clipboard.writeText(this.code.textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  }

  blocks(value) {
    return (this.model.get("curve").points?.find((point) => point.value === value)?.games ?? 0) / 2;
  }

  get left() {
    const { values, pairs } = this.asked;
    return values.reduce((sum, value) => sum + 2 * Math.max(0, pairs - this.blocks(value)), 0);
  }

  /** What the status line says. */
  told({ points = [], fault }) {
    const { values, pairs } = this.asked;
    if (fault) return fault;
    if (!values.length) return "Tick a point of the curve.";
    if (this.note) return this.note;
    if (this.playing) return this.player.words;
    if (!this.shown) {
      const rule = `Each point is ${count(pairs)} pairs of games; in a pair the players change sides.`;
      return this.guess.size ? rule : `Guess first: click in the chart, or type. ${rule}`;
    }
    const off = points.filter(({ value }) => this.guess.has(value)).map(({ value, rate }) => Math.abs(this.guess.get(value) - 100 * rate[0]));
    const mean = Math.round(off.reduce((sum, each) => sum + each, 0) / off.length);
    if (this.left) return `${count(this.left)} games to play.`;
    return off.length ? `Finished: your guess is ${mean} ${mean === 1 ? "point" : "points"} off, on average.` : "Finished.";
  }

  show() {
    const curve = this.model.get("curve"), { side, other } = this.setup, values = curve.values ?? [];
    if (this.playing && this.setup.plays === "page" && !this.left) return this.end();
    this.words.textContent = this.told(curve);
    const idle = !this.playing && !curve.fault && this.asked.values.length && (!this.shown || this.left);
    this.starter.disabled = !idle || (!this.guess.size && !this.shown);
    this.skipper.hidden = this.shown || this.guess.size > 0;
    this.skipper.disabled = !idle;
    this.stopper.disabled = !this.playing;
    const { axis } = this.asked, now = this.shown ? curve.points ?? [] : [];
    const curves = this.shown ? [{ kind: "usual", points: curve.usual ?? [], name: "usual rules, stored games" }] : [];
    curves.push(...this.older.filter((each) => each.axis === axis && each.name !== curve.name).map(({ points, name }) => ({ kind: "older", points, name: `before: ${name}` })));
    curves.push({ kind: "curve", points: now, name: curve.name ?? "" });
    if (values.length) this.chart.draw({ values, axis, side, other, curves, guess: this.guess, ticked: this.asked.values });
    this.guesses.show(this.asked.values, this.guess, this.playing || this.shown);
    this.showPoints(now, curve.fault ? [] : this.asked.values);
    this.code.textContent = curve.cell ?? "";
    const board = curve.board ?? "";
    if (this.drawn !== board) this.board.replaceChildren(...(board ? svgNodes(board.slice(board.indexOf("<svg"))) : []));
    this.drawn = board;
  }

  /** List the points: what is known of each, a game to watch, and its rules to play. */
  showPoints(known, values) {
    const found = new Map(known.map((point) => [point.value, point]));
    const button = (does, value, words, onclick) => h("button", { type: "button", "aria-label": `${does} ${count(value)}`, onclick }, words);
    const items = values.map((value) => [value, found.get(value)]).map(([value, point]) => h("li", {},
      point ? `${count(value)}: ${point.words}, ${count(point.games)} games ` : `${count(value)} ${this.asked.axis.replaceAll("_", " ")} `,
      point ? button("watch a game of", value, "Watch one", () => this.watch(value, 0)) : "", " ",
      button("play the rules of", value, "Play this", () => this.playThis(value))));
    const said = items.map(({ textContent }) => textContent).join();
    if (said !== this.listed) this.points.replaceChildren(...items); // else a button would lose the focus
    this.listed = said;
  }

  /** Show the board on which a point is played, as long as there is one. */
  showBoard() {
    const parts = this.model.get("board");
    if (this.boardModel && parts.frame) return this.boardModel.take(parts);
    this.leaveBoard?.();
    this.leaveBoard = this.boardModel = null;
    this.played.hidden = !parts.frame;
    this.played.replaceChildren();
    if (!parts.frame) return;
    this.boardModel = new BoardModel(this.model);
    const board = new Board(this.boardModel);
    const close = h("button", { type: "button", onclick: () => this.endBoard() }, "Close the board");
    this.played.append(board.node, h("div", { class: "fkb-row" }, close));
    this.leaveBoard = board.start();
    board.node.scrollIntoView({ block: "nearest" });
    board.stage.focus();
  }

  showWatched() {
    const { data, at, number } = this.model.get("watched");
    if (!data) return;
    const root = h("div", { class: "fk fk-replay" }), value = this.asked.values[at];
    const next = h("button", { type: "button", onclick: () => this.watch(value, number + 1) }, "Another game");
    const close = h("button", { type: "button", onclick: () => (this.watched.hidden = true) }, "Close");
    this.watched.replaceChildren(root, h("div", { class: "fkb-row" }, next, close));
    this.watched.hidden = false;
    showReplay(root, data);
    root.scrollIntoView({ block: "nearest" });
  }

  /** Show everything and follow the model; return what ends that. */
  start() {
    const run = () => {
      const { playing, words } = this.model.get("run");
      if (this.playing && !playing) this.end(words);
      else this.show();
    };
    const shows = { "change:curve": () => this.show(), "change:run": run, "change:watched": () => this.showWatched(), "change:board": () => this.showBoard() };
    for (const [event, show] of Object.entries(shows)) this.model.on(event, show);
    const wide = new ResizeObserver(() => this.show());
    this.asked = this.form.asked;
    wide.observe(this.chart.node);
    this.ask();
    this.guesses.show(this.asked.values, this.guess, false);
    return () => {
      wide.disconnect();
      this.player.end();
      this.leaveBoard?.();
      for (const [event, show] of Object.entries(shows)) this.model.off(event, show);
    };
  }
}

export default {
  render({ model, el }) {
    const lab = new BalanceLab(model);
    el.append(lab.node);
    return lab.start();
  },
};
