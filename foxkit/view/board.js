// The widget: a stage that can be played on, with the panels around it. The kernel owns
// the game and its rules; this page sends what the reader does and shows what it hears.

/** Turn touches of points into moves: pick up, walk through a move's points, play. */
class Hand {
  constructor(stage, { play, refuse }) {
    Object.assign(this, { stage, play, refuse, moves: [], picked: [] });
    this.node = h("div", { class: "fkb-row fkb-choices", role: "group", "aria-label": "choose a move" });
  }

  deal(moves) {
    this.moves = moves;
    this.sent = false;
    const starts = new Set(moves.map(({ path }) => path[0]));
    const forced = starts.size === 1 && moves[0].path.length > 1;
    this.hold(forced ? [moves[0].path[0]] : []);
  }

  fitting(points) {
    return this.moves.filter(({ path }) => path.length >= points.length && points.every((p, i) => p === path[i]));
  }

  hold(picked) {
    this.picked = picked;
    const next = picked.length ? this.fitting(picked).map(({ path }) => path[picked.length]) : [];
    const movable = [...new Set(this.moves.map(({ path }) => path[0]))].filter(Boolean);
    this.stage.mark({ picked, targets: [...new Set(next)].filter(Boolean), movable });
    this.offer(picked);
  }

  /** Moves that points alone cannot tell apart, or that have none, are buttons. */
  offer(picked) {
    const here = picked.length ? this.fitting(picked).filter(({ path }) => path.length === picked.length) : [];
    const unplaced = this.moves.filter(({ path }) => !path.length);
    const buttons = [...unplaced, ...here].map(({ move }) =>
      h("button", { type: "button", onclick: () => this.send(move) }, move));
    this.node.replaceChildren(...buttons);
    this.node.hidden = !buttons.length;
  }

  touch(name) {
    if (this.sent) return;
    const longer = [...this.picked, name];
    const fits = this.fitting(longer);
    const done = fits.filter(({ path }) => path.length === longer.length);
    if (fits.length === 1 && done.length) this.send(done[0].move);
    else if (fits.length) this.hold(longer);
    else if (this.picked.at(-1) === name) this.hold([]);
    else if (this.picked.length && !this.fitting([name]).length) this.refuse(this.picked[0], name);
    else if (this.fitting([name]).length) (this.hold([]), this.touch(name));
    else this.refuse(name, name);
  }

  pick(name) {
    if (!this.sent && this.picked.at(-1) !== name) this.hold([name]);
  }

  drop(from, to) {
    if (from !== to) this.touch(to);
  }

  /** One move per position: what is clicked before the kernel answers is dropped. */
  send(move) {
    if (this.sent) return;
    this.sent = true;
    this.play(move);
  }
}

/** A choice of player with the sliders that belong to it. */
class Chair {
  constructor(label, names, opponents, changed) {
    Object.assign(this, { opponents, changed, settings: {} });
    this.select = h("select", { onchange: () => (this.sliders(), changed(this)) },
      ...names.map((name) => h("option", { value: name }, name)));
    this.rows = h("div", {});
    this.node = h("div", { class: "fkb-chair" }, h("label", {}, `${capital(label)}: `, this.select), this.rows);
  }

  get who() {
    return this.select.value;
  }

  set(who, settings) {
    const key = JSON.stringify([who, settings]);
    if (key === this.key) return;
    this.key = key;
    this.select.value = who;
    this.settings = { ...settings };
    this.sliders();
  }

  sliders() {
    const wanted = this.opponents[this.who] ?? [];
    const kept = wanted.map(({ name, value }) => [name, this.settings[name] ?? value]);
    this.settings = Object.fromEntries(kept);
    this.rows.replaceChildren(...wanted.map((setting) => this.slider(setting)));
  }

  slider({ name, label, choices }) {
    const shown = h("output", {}, this.settings[name].toLocaleString("en"));
    const input = h("input", {
      type: "range", min: 0, max: choices.length - 1, value: choices.indexOf(this.settings[name]),
      oninput: () => {
        this.settings[name] = choices[input.value];
        shown.textContent = this.settings[name].toLocaleString("en");
        input.setAttribute("aria-valuetext", shown.textContent);
      },
      onchange: () => this.changed(this),
      "aria-valuetext": shown.textContent,
    });
    return h("label", { class: "fkb-slider" }, h("span", {}, label), input, shown);
  }
}

/** Who is better, now and over the game. */
class Gauge {
  constructor(players, go) {
    this.players = players;
    this.bar = h("div", { class: "fkb-bar", "aria-hidden": "true" },
      ...players.map((_, i) => h("span", { class: `fkb-side${i}` })));
    this.words = h("p", { class: "fkb-worth" });
    this.node = h("div", {}, this.bar, this.words);
    this.chart = h("div", { class: "fkb-chart", role: "img" });
    this.chart.addEventListener("click", (event) => {
      const { left, width } = this.chart.getBoundingClientRect();
      go(Math.round(((event.clientX - left) / width) * (this.worth.length - 1)));
    });
  }

  show(worth, at) {
    this.worth = worth;
    this.node.hidden = this.chart.hidden = !worth[at];
    if (!worth[at]) return;
    const [shares, source] = worth[at];
    shares.forEach((share, i) => (this.bar.children[i].style.flexGrow = share));
    const told = shares.map((share, i) => `${this.players[i]} ${Math.round(100 * share)} %`);
    this.words.textContent = `${capital(told.join(", "))} (${source})`;
    const end = Math.max(worth.length - 1, 1);
    const lines = this.players.slice(0, this.players.length === 2 ? 1 : undefined).map((_, i) => {
      const points = worth.map((w, x) => w && `${x},${100 * (1 - w[0][i])}`).filter(Boolean);
      return `<polyline class="fkb-line${i}" points="${points.join(" ")}"/>`;
    });
    this.chart.innerHTML =
      `<svg viewBox="0 0 ${end} 100" preserveAspectRatio="none" aria-hidden="true"><path d="M0 50H${end}"/>` +
      `<path class="fkb-now" d="M${at} 0V100"/>${lines.join("")}</svg>`;
    const from = Math.round(100 * worth[0][0][0]), to = Math.round(100 * worth.at(-1)[0][0]);
    this.chart.setAttribute("aria-label",
      `chances of the ${this.players[0]} over ${worth.length - 1} moves: from ${from} % to ${to} %`);
  }
}

const cell = (tag, text, props = {}) => h(tag, props, text);
const head = (text, props = {}) => cell("th", text, { scope: "col", ...props });

/** One column for a player that only chooses, three for one that searched. */
function columns(opinion) {
  const mark = (move) => (opinion.best === move ? "★" : "");
  if (!opinion.children.length) return { names: ["choice"], title: opinion.who, cells: (move) => [mark(move)] };
  const number = (x) => (x == null ? "∞" : x.toFixed(3));
  const count = opinion.simulations.toLocaleString("en"), time = opinion.seconds.toPrecision(2);
  return {
    names: ["visits", "value", "exploration"],
    title: `${opinion.who}: ${count} simulations, ${time} s`,
    cells: (move) => {
      const child = opinion.children.find((c) => c.move === move);
      if (!child) return ["", "", ""];
      const visits = `${mark(move)} ${child.visits.toLocaleString("en")}`;
      return [visits, number(child.value), number(child.exploration)];
    },
  };
}

/** What the agents think of every move, side by side, and its value if it is known. */
function opinionTable(opinions, values) {
  const weighed = opinions.flatMap((o) => [...o.children.map((c) => c.move), o.best]);
  const moves = [...new Set([...weighed, ...Object.keys(values)])];
  const groups = opinions.map(columns);
  if (Object.keys(values).length)
    groups.push({ names: ["value"], title: "solved", cells: (move) => [values[move] ?? ""] });
  const titles = groups.map(({ title, names }) => head(title, { colspan: names.length, scope: "colgroup" }));
  return h("table", {},
    h("caption", {}, "★: the move the agent would play. Values are for the player to move."),
    h("thead", {}, h("tr", {}, head("move", { rowspan: 2 }), ...titles),
      h("tr", {}, ...groups.flatMap(({ names }) => names.map((name) => head(name))))),
    h("tbody", {}, ...moves.map((move) => {
      const cells = groups.flatMap((group) => group.cells(move)).map((text) => cell("td", text));
      return h("tr", {}, head(move, { scope: "row" }), ...cells);
    })));
}

const PLAYING_KEYS = [
  ["Enter or Space", "pick up a piece; put it down on a marked point"],
  ["Escape", "put the piece back"],
  ["l", "say the legal moves"],
  ["u and r", "undo and redo"],
  ["g", "let the agent move whose turn it is"],
  ["s", "stop the agent's thinking; it plays its best move so far"],
  ["a", "ask the agents for their opinions"],
  ["n", "new game"],
];

const section = (name, open, ...children) =>
  h("details", { open }, h("summary", {}, name), ...children);
const textButton = (name, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, name);

/** Everything around the stage, wired to the kernel's `model`. */
class Board {
  constructor(model) {
    this.model = model;
    this.send = (what, more = {}) => model.send({ do: what, ...more });
    this.stage = new Stage(model.get("scene"), {
      onpoint: (name) => this.touch(name),
      onpick: (name) => this.hand.pick(name),
      ondrop: (from, to) => this.hand.drop(from, to),
    });
    this.hand = new Hand(this.stage, {
      play: (move) => this.send("play", { move, at: this.reel.at }),
      refuse: (from, to) => this.send("why", { from, to }),
    });
    this.reel = new Reel((to) => this.send("go", { to }));
    this.speaker = new Speaker();
    this.help = keyHelp([...PLAYING_KEYS, ...READING_KEYS]);
    this.gauge = new Gauge(model.get("scene").players, (to) => this.send("go", { to }));
    this.busy = h("p", { class: "fkb-busy" });
    this.node = h("div", { class: "fk fkb" }, this.layout(), this.help);
    listen(this.node, (key) => this.key(key));
  }

  layout() {
    return h("div", { class: "fkb-two" },
      h("div", {}, this.gauge.node, this.stage.node, this.hand.node, this.speaker.node, this.busy,
        this.reel.controls, this.actions()),
      h("div", {},
        section("Players", true, this.chairs()),
        section("Moves", true, this.gauge.chart, this.reel.note, this.reel.list),
        section("Ask the agents", false, this.analysis()),
        section("Position and game", false, this.texts())));
  }

  actions() {
    this.stopper = textButton("Stop thinking", () => this.send("stop"));
    this.goer = textButton("Let the agent move", () => this.send("answer"));
    this.variant = h("select", { "aria-label": "variant of a new game" },
      ...this.model.get("variants").map((name) => h("option", {}, name)));
    return h("div", { class: "fkb-row", role: "group", "aria-label": "game" },
      textButton("Undo", () => this.send("undo")), textButton("Redo", () => this.send("redo")),
      textButton("Flip", () => this.stage.flip()),
      textButton("New game", () => this.begin()), this.variant,
      this.goer, this.stopper,
      textButton("?", () => this.help.showModal(), { "aria-label": "keys" }));
  }

  chairs() {
    const { players } = this.model.get("scene"), opponents = this.model.get("opponents");
    this.seats = players.map((player) =>
      new Chair(player, ["you", ...Object.keys(opponents)], opponents,
        (chair) => this.send("sit", { player, who: chair.who, settings: chair.settings })));
    return h("div", {}, ...this.seats.map((chair) => chair.node));
  }

  analysis() {
    const opponents = this.model.get("opponents");
    const chair = (label, names) => new Chair(label, names, opponents, () => {});
    this.analysts = [chair("agent", Object.keys(opponents)), chair("compare with", ["nobody", ...Object.keys(opponents)])];
    this.analysts.forEach((analyst) => analyst.sliders());
    const choice = (name) => h("select", { onchange: () => this.look() });
    [this.arrows, this.heat] = [choice(), choice()];
    this.table = h("div", { class: "fkb-scroll", tabindex: 0, role: "group", "aria-label": "opinions" });
    this.facts = h("tbody", {});
    return h("div", {}, ...this.analysts.map(({ node }) => node),
      h("div", { class: "fkb-row" }, textButton("Ask", () => this.ask()),
        h("label", {}, "Arrows: ", this.arrows), h("label", {}, "Heat: ", this.heat)),
      this.table, h("table", { class: "fkb-facts" }, h("caption", {}, "on the board"), this.facts));
  }

  texts() {
    this.text = h("textarea", { rows: 4, "aria-label": "position or game as text", spellcheck: "false" });
    this.text.addEventListener("input", () => this.drafting && this.send("draft", { text: this.text.value }));
    this.problems = h("ul", { class: "fkb-problems" });
    const { kinds, players } = this.model.get("tools");
    this.brush = h("select", { "aria-label": "what a click puts on the board" },
      ...kinds.map((kind) => h("option", { value: kind }, kind || "empty")));
    const mover = h("select", { "aria-label": "player to move", onchange: () => this.send("turn", { player: mover.value }) },
      ...players.map((player) => h("option", { value: player }, `${player} to move`)));
    this.tools = h("div", { class: "fkb-row" }, this.brush, mover, textButton("Play from here", () => this.load()));
    this.toggle = textButton("Set up by hand", () => this.send("setup", { on: !this.drafting }), { "aria-pressed": "false" });
    this.toggle.hidden = !kinds.length;
    return h("div", {},
      h("div", { class: "fkb-row" },
        textButton("Copy position", () => this.copy(this.model.get("frame").text)),
        textButton("Copy game", () => this.copy(this.model.get("game").text)),
        textButton("Load text", () => this.load()), this.toggle),
      this.tools, this.text, h("div", { role: "alert" }, this.problems),
      this.library());
  }

  /** Games that can be opened: those that came with the board, and those on disk. */
  library() {
    const games = this.model.get("games"), { experiments } = this.model.get("tools");
    const choice = (label, names) => h("select", { "aria-label": label }, ...names.map((name) => h("option", {}, name)));
    const game = choice("example game", games), experiment = choice("experiment", Object.keys(experiments));
    const row = h("input", { type: "number", min: 0, value: 0, "aria-label": "row of the game" });
    const limit = () => (row.max = experiments[experiment.value] - 1);
    experiment.addEventListener("change", limit);
    limit();
    const open = () => this.send("stored", { name: experiment.value, row: Number(row.value) });
    return h("div", {},
      games.length ? h("div", { class: "fkb-row" }, game, textButton("Open example", () => this.send("open", { name: game.value }))) : null,
      Object.keys(experiments).length ? h("div", { class: "fkb-row" }, experiment, row, textButton("Open stored game", open)) : null);
  }

  touch(name) {
    if (this.drafting) this.send("put", { point: name, kind: this.brush.value });
    else this.hand.touch(name);
  }

  begin() {
    this.send("new", { variant: this.variant.value });
  }

  ask() {
    const asked = this.analysts.filter(({ who }) => who !== "nobody");
    this.send("ask", { analysts: asked.map(({ who, settings }) => ({ who, settings })) });
  }

  look() {
    this.send("look", { arrows: this.arrows.value, heat: this.heat.value });
  }

  load() {
    this.send("load", { text: this.text.value });
  }

  async copy(text) {
    this.text.value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.speaker.say("Copied.");
    } catch {
      this.text.select(); // no permission: the reader can still copy what is selected
      this.speaker.say("Selected: copy it with the keyboard.");
    }
  }

  key(key) {
    const moves = this.model.get("frame").moves.map(({ move }) => move);
    const does = {
      Escape: () => (this.reel.rest(), this.hand.hold([])),
      l: () => this.speaker.say(moves.length ? `Legal moves: ${moves.join(", ")}.` : "No legal moves for you now."),
      b: () => this.speaker.say(this.stage.words()),
      u: () => this.send("undo"), r: () => this.send("redo"), f: () => this.stage.flip(),
      g: () => this.send("answer"), s: () => this.send("stop"), a: () => this.ask(), n: () => this.begin(),
      "?": () => this.help.showModal(),
    }[key];
    does?.();
    return Boolean(does) || this.reel.onKey(key);
  }

  showScene() {
    this.stage.setScene(this.model.get("scene"));
    this.showFrame();
  }

  showFrame() {
    const frame = this.model.get("frame");
    this.stage.show(frame);
    this.hand.deal(frame.moves);
  }

  showGame() {
    const { line, at, worth } = this.model.get("game");
    this.reel.show(line, at);
    this.gauge.show(worth, at);
  }

  showSeats() {
    this.model.get("seats").forEach(({ who, settings }, i) => this.seats[i].set(who, settings));
    this.showMind();
  }

  showMind() {
    const { thinking, waiting, opinions, values, arrows, heat, facts } = this.model.get("mind");
    clearInterval(this.clock);
    const begin = Date.now();
    const tick = () => (this.busy.textContent = thinking ? `${thinking} is thinking: ${Math.round((Date.now() - begin) / 1000)} s` : "");
    tick();
    if (thinking) this.clock = setInterval(tick, 500);
    this.stopper.disabled = !thinking;
    this.goer.disabled = Boolean(thinking) || !waiting;
    const fill = (select, { names, shown }) => {
      select.replaceChildren(...names.map((name) => h("option", {}, name)));
      select.value = shown;
    };
    fill(this.arrows, arrows);
    fill(this.heat, heat);
    this.table.replaceChildren(opinions.length || Object.keys(values).length
      ? opinionTable(opinions, values) : h("p", {}, "Ask, and every move is listed here."));
    this.facts.parentNode.hidden = !Object.keys(facts).length;
    this.facts.replaceChildren(...Object.entries(facts).map(([name, value]) =>
      h("tr", {}, head(name, { scope: "row" }), cell("td", value))));
  }

  showDraft() {
    const { on, text, problems } = this.model.get("draft");
    if (on && document.activeElement !== this.text) this.text.value = text;
    this.drafting = on;
    this.tools.hidden = !on;
    this.toggle.setAttribute("aria-pressed", String(on));
    this.problems.replaceChildren(...problems.map((problem) => h("li", {}, problem)));
  }

  showSaid() {
    this.hand.sent = false;
    this.speaker.say(this.model.get("said")[1]);
  }

  /** Show everything and follow the model; return what ends that. */
  start() {
    const shows = {
      scene: () => this.showScene(), frame: () => this.showFrame(), game: () => this.showGame(),
      seats: () => this.showSeats(), mind: () => this.showMind(), draft: () => this.showDraft(),
      said: () => this.showSaid(),
    };
    for (const [name, show] of Object.entries(shows)) {
      this.model.on(`change:${name}`, show);
      if (name !== "scene") show();
    }
    this.send("hello");
    const pulse = setInterval(() => this.send("here"), 15000);
    return () => {
      clearInterval(pulse);
      clearInterval(this.clock);
      this.reel.rest();
      for (const [name, show] of Object.entries(shows)) this.model.off(`change:${name}`, show);
      this.send("bye");
    };
  }
}

export default {
  render({ model, el }) {
    const board = new Board(model);
    el.append(board.node);
    return board.start();
  },
};
