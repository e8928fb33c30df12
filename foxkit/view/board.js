// The board: a stage to play on, with panels around it. The kernel has the game and its
// rules; this script sends what the reader does, and shows what the kernel answers.

const PLAYING_KEYS = [
  ["Enter or Space", "pick up a piece; put it down on a marked point"],
  ["Escape", "put the piece back"],
  ["l", "say the legal moves"],
  ["u and r", "undo and redo"],
  ["g", "let the agents go on, or pause them"],
  ["s", "stop the agent's thinking; it plays its best move so far"],
  ["v", "show or hide the evaluation"],
  ["e", "review the game, or stop that"],
  ["a", "ask an agent for its opinion"],
  ["Shift+N", "new game"],
];

const section = (name, open, ...children) =>
  h("details", { open }, h("summary", {}, name), ...children);
const textButton = (name, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, name);

/** Everything around the stage, wired to the kernel's `model`. */
class Board extends Reader {
  constructor(model) {
    const node = h("div", { class: "fk fkb" });
    const replayControls = new ReplayControls({ go: (to) => this.send("go", { to }), step: (by) => this.send("step", { by }) });
    super(node, replayControls, [...PLAYING_KEYS, ...READING_KEYS], {
      onpoint: (name) => this.touch(name),
      onpick: (name) => this.moveInput.pick(name),
      ondrop: (from, to) => this.moveInput.drop(from, to),
    });
    Object.assign(this, { model, node });
    this.moveInput = new MoveInput(this.stage, {
      play: (move) => ((this.refused = ""), this.send("move", { move, at: this.replay.at })),
      refuse: (from, to) => ((this.refused = "asked"), this.send("why", { from, to })),
      pickedUp: () => this.clearRefusal(),
    });
    this.evaluation = new EvaluationBar();
    this.review = new Review({
      review: (on) => this.send("review", { on }),
      openReviewed: (at, sit = false) => (this.send("open_reviewed", { at, sit }), sit && this.stage.focus()),
    });
    this.rules = h("p", { class: "fkb-rules" });
    this.tally = h("p", { class: "fkb-tally" });
    this.recent = h("p", { class: "fkb-recent" });
    this.legend = h("p", { class: "fkb-legend" });
    this.busy = h("p", { class: "fkb-busy" });
    this.aim = h("p", {});
    this.help.prepend(this.aim);
    this.keysButton.textContent = "Rules and keys";
    this.keysButton.removeAttribute("aria-label");
    node.append(this.layout(), this.help);
  }

  /** Send the kernel what the reader did; show a message if the kernel is gone. */
  send(what, more = {}) {
    try {
      this.model.send({ do: what, ...more });
      return true;
    } catch {
      this.speaker.say("This board has lost its kernel: run its cell again.");
      return false;
    }
  }

  layout() {
    [this.seatControls, this.experts] = [h("div", {}), h("div", {})];
    this.result = h("strong", { role: "status" });
    this.ending = h("div", { class: "fkb-ending", hidden: true }, this.result,
      textButton("Review", () => ((this.bringsReview = true), (this.reviewing = false), this.review.button.click())), textButton("Again", () => this.begin()));
    const texts = section("Position and game", false, this.texts());
    texts.addEventListener("toggle", () => this.send("list"), { once: true }); // it takes a moment
    return h("div", { class: "fkb-two" },
      h("div", {}, this.rules, this.ending, this.evaluation.node, this.stage.node, this.legend, this.recent, this.moveInput.node,
        this.speaker.node, h("div", { class: "fkb-line" }, this.tally, this.busy), this.actions(), this.replay.controls,
        this.review.node),
      h("div", {},
        section("Players", true, this.seatControls),
        section("Moves", true, this.replay.title, this.replay.note, this.replay.list),
        section("Ask the agents", false, this.analysis()),
        texts));
  }

  actions() {
    this.undoButton = textButton("Undo", () => this.send("undo"));
    this.redoButton = textButton("Redo", () => this.send("redo"));
    this.stopButton = textButton("Move now", () => this.send("stop"));
    this.goOnButton = textButton("Go on", () => this.goOn());
    this.evaluationButton = textButton("Evaluation", () => this.showEvaluation(!this.showsEvaluation), { "aria-pressed": "false" });
    this.newGame = textButton("New game", () => this.begin());
    this.variant = h("select", { "aria-label": "rules of a new game", onchange: () => this.showChosen() },
      ...Object.entries(this.model.get("tools").variants).map(([words, value]) => h("option", { value }, words)));
    return h("div", { class: "fkb-row", role: "group", "aria-label": "game" },
      this.undoButton, this.redoButton,
      this.goOnButton, this.stopButton, this.newGame, this.variant,
      this.flipButton, this.spoilerButton, this.evaluationButton, this.keysButton);
  }

  /** Show the evaluation only on request, so that readers can first guess themselves. */
  showEvaluation(on) {
    this.showsEvaluation = on;
    this.evaluationButton.setAttribute("aria-pressed", String(on));
    this.showReviewed();
  }

  goOn() {
    this.send(this.model.get("analysis").waiting && !this.model.get("analysis").thinking ? "answer" : "pause_agents");
  }

  /** Offer the players of the present rules: a variant may have others. */
  showTools() {
    this.offered = this.model.get("tools");
    const { players, opponents, marks, colours } = this.offered, names = Object.keys(opponents);
    this.seats = players.map((player) =>
      new SeatControl(player, ["you", ...names], opponents,
        (control) => this.send("sit", { player, who: control.who, settings: control.settings }), marks[player]));
    this.expert = new SeatControl("agent", names, opponents, () => {});
    this.expert.set(names[0], {});
    const { absent } = this.offered;
    const needs = absent.length ? `Needs the notebook: ${absent.join(", ")}.` : "";
    this.seatControls.replaceChildren(...this.seats.map(({ node }) => node), h("p", { class: "fkb-absent", hidden: !needs }, needs));
    this.experts.replaceChildren(this.expert.node);
    this.mover.replaceChildren(...players.map((player) => h("option", { value: player }, `${playerWords(player)} to move`)));
    for (const part of [this.evaluation, this.review]) part.setPlayers(players, colours);
    this.aim.textContent = this.offered.aim;
    this.variant.value = this.offered.variant;
    this.showChosen();
    this.showSeats();
  }

  analysis() {
    const onchange = () => this.send("look", { arrows: this.arrows.checked, heat: this.heat.value });
    this.arrows = h("input", { type: "checkbox", onchange });
    this.heat = h("select", { onchange });
    this.table = h("div", { class: "fkb-scroll", tabindex: 0, role: "group", "aria-label": "opinion" });
    this.facts = h("tbody", {});
    return h("div", {}, this.experts,
      h("div", { class: "fkb-row" }, textButton("Ask", () => this.ask()),
        h("label", {}, this.arrows, " Arrows"), h("label", {}, "Heat: ", this.heat)),
      this.table, h("table", { class: "fkb-facts" }, h("caption", {}, "on the board"), this.facts));
  }

  texts() {
    this.text = h("textarea", { rows: 4, "aria-label": "position or game as text", spellcheck: "false" });
    this.text.addEventListener("input", () => this.drafting && this.send("draft", { text: this.text.value }));
    this.fault = h("p", { class: "fkb-fault" });
    const { kinds } = this.model.get("tools");
    this.brush = h("select", { "aria-label": "what a click puts on the board" },
      ...kinds.map((kind) => h("option", { value: kind }, kind || "empty")));
    const turn = () => this.send("turn", { player: this.mover.value });
    this.mover = h("select", { "aria-label": "player to move", onchange: turn });
    this.tools = h("div", { class: "fkb-row" }, this.brush, this.mover, textButton("Play from here", () => this.load()));
    this.toggle = textButton("Set up by hand", () => this.send("setup", { on: !this.drafting }), { "aria-pressed": "false" });
    this.toggle.hidden = !kinds.length;
    return h("div", {},
      h("div", { class: "fkb-row" },
        ...["position", "game"].map((what) => textButton(`Copy ${what}`, () => this.copy(what))),
        textButton("Load text", () => this.load()), this.toggle),
      this.tools, this.text, h("div", { role: "alert" }, this.fault),
      this.library());
  }

  /** Games that can be opened: examples, and stored games of cells. */
  library() {
    this.stored = h("select", { "aria-label": "stored games", onchange: () => this.limitNumber() });
    this.row = h("input", { type: "number", min: 0, value: 0, "aria-label": "number of the game" });
    const open = () => this.send("open", { name: this.stored.value, row: Number(this.row.value) });
    this.storedRow = h("div", { class: "fkb-row" }, this.stored, this.row, textButton("Open game", open));
    return this.storedRow;
  }

  /** Offer the games that there are; what was chosen stays so. */
  showStored() {
    const names = Object.keys(this.model.get("stored")), chosen = this.stored.value;
    this.stored.replaceChildren(...names.map((name) => h("option", {}, name)));
    if (names.includes(chosen)) this.stored.value = chosen;
    this.storedRow.hidden = !names.length;
    this.limitNumber();
  }

  /** Let a number be chosen where a name stands for several games. */
  limitNumber() {
    const games = this.model.get("stored")[this.stored.value] ?? 1;
    this.row.max = games - 1;
    this.row.value = Math.min(this.row.value, this.row.max);
    this.row.hidden = games === 1;
  }

  touch(name) {
    if (this.drafting) this.send("put", { point: name, kind: this.brush.value });
    else this.moveInput.touch(name);
  }

  begin() {
    this.send("new", { variant: this.variant.value });
  }

  /** Say on the button that the chosen rules are not those of this game. */
  showChosen() {
    const others = this.variant.value !== this.offered.variant;
    this.newGame.textContent = others ? "New game with these rules" : "New game";
    this.newGame.classList.toggle("main", others);
  }

  ask() {
    this.send("ask", { who: this.expert.who, settings: this.expert.settings });
  }

  load() {
    this.send("load", { text: this.text.value });
  }

  async copy(what) {
    const { text } = this.model.get(what === "game" ? "game" : "frame");
    if (!text) return this.speaker.say(`The ${what} as text would tell what is hidden.`);
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
      Escape: () => (this.replay.pause(), this.moveInput.select([])),
      l: () => this.speaker.say(moves.length ? `Legal moves: ${moves.join(", ")}.` : "No legal moves for you now."),
      u: () => this.send("undo"), r: () => this.send("redo"), N: () => this.begin(),
      g: () => this.goOn(), s: () => this.send("stop"), a: () => this.ask(), v: () => this.showEvaluation(!this.showsEvaluation),
      e: () => this.review.button.click(),
    }[key];
    does?.();
    return Boolean(does) || super.key(key);
  }

  showFrame() {
    const frame = this.model.get("frame");
    this.stage.show(frame);
    this.moveInput.setMoves(frame.moves);
    this.tally.textContent = frame.tally;
    this.recent.textContent = frame.recent && `Last moves: ${frame.recent}.`;
    this.showGame();
  }

  showGame() {
    const game = this.model.get("game"), { at } = this.model.get("frame");
    this.rules.textContent = `${this.stage.scene.title}: ${game.rules}`;
    this.replay.show(game, at);
    const ends = game.ending && at === game.line.length - 1 && !this.model.get("draft").on;
    const ended = ends && this.ending.hidden && this.stage.node.isConnected; // before the eyes of somebody who plays
    this.ending.hidden = !ends;
    this.result.textContent = ends ? game.ending : "";
    if (ended) this.ending.scrollIntoView({ block: "nearest" });
    this.showReviewed();
    this.setEnabled(this.undoButton, at > 0);
    this.setEnabled(this.redoButton, at < game.line.length - 1);
  }

  /** Show values of a game that is reviewed, and of any other on request. */
  showReviewed() {
    const { worth } = this.model.get("game"), { at } = this.model.get("frame");
    this.evaluation.show(this.showsEvaluation && !this.model.get("draft").on && worth[at]);
    this.review.show(this.model.get("reviewed"), this.showsEvaluation ? worth : worth.map(() => null), at);
    const { on, lines } = this.model.get("reviewed");
    if (this.bringsReview && lines && on !== this.reviewing) { // as it begins, and at its end
      this.review.node.scrollIntoView({ block: on ? "center" : "nearest" });
      [this.reviewing, this.bringsReview] = [on, on];
    }
  }

  /** Enable or disable a button; a disabled one passes its focus to the board. */
  setEnabled(button, able) {
    if (!able && button.matches(":focus")) this.stage.focus();
    button.disabled = !able;
  }

  showSeats() {
    this.model.get("seats").forEach(({ who, settings }, i) => this.seats[i].set(who, settings));
    this.showAnalysis();
  }

  showAnalysis() {
    const { thinking, waiting, paused, agents, opinion, values, arrows, heats, heat, legend, facts } = this.model.get("analysis");
    clearInterval(this.clock);
    const begin = Date.now();
    const still = waiting ? (paused ? "Paused." : "An earlier position: Go on lets the agent move from here.") : "";
    const tick = () => (this.busy.textContent = thinking ? `${thinking} is thinking: ${Math.round((Date.now() - begin) / 1000)} s` : still);
    tick();
    if (thinking) this.clock = setInterval(tick, 500);
    this.stopButton.disabled = !thinking;
    this.goOnButton.textContent = thinking && waiting ? "Pause" : "Go on";
    this.goOnButton.disabled = !waiting;
    this.goOnButton.hidden = this.stopButton.hidden = !agents && !thinking;
    this.legend.textContent = legend;
    this.arrows.checked = arrows;
    this.heat.replaceChildren(...heats.map((name) => h("option", {}, name)));
    this.heat.value = heat;
    this.table.replaceChildren(opinion || Object.keys(values).length
      ? opinionTable(opinion, values) : h("p", {}, "Ask, and every move is listed here."));
    this.facts.parentNode.hidden = !Object.keys(facts).length;
    this.facts.replaceChildren(...Object.entries(facts).map(([name, value]) =>
      h("tr", {}, head(name, { scope: "row" }), cell("td", value))));
  }

  showDraft() {
    const { on, text, fault } = this.model.get("draft");
    if (on && document.activeElement !== this.text) this.text.value = text;
    this.drafting = on;
    this.tools.hidden = !on;
    this.toggle.setAttribute("aria-pressed", String(on));
    this.showGame();
    this.fault.textContent = fault;
  }

  /** Remove the message about an illegal move, once another one is tried. */
  clearRefusal() {
    if (this.refused) this.speaker.say(`${capital(this.model.get("frame").status)}.`);
    this.refused = "";
  }

  showMessage() {
    this.moveInput.sent = false;
    this.refused = this.refused === "asked" ? "told" : "";
    this.speaker.say(this.model.get("said")[1]);
  }

  /** Show everything and follow the model; return what ends that. */
  start() {
    const follow = (show) => () => {
      if (this.offered !== this.model.get("tools")) this.showTools();
      show();
    };
    const shows = Object.entries({
      frame: () => this.showFrame(), game: () => this.showGame(), seats: () => this.showSeats(),
      analysis: () => this.showAnalysis(), draft: () => this.showDraft(), reviewed: () => this.showReviewed(), said: () => this.showMessage(), tools: () => {},
      stored: () => this.showStored(),
    }).map(([name, show]) => [`change:${name}`, follow(show)]);
    for (const [event, show] of shows) {
      this.model.on(event, show);
      show();
    }
    this.showEvaluation(false);
    this.send("hello");
    const pulse = setInterval(() => this.send("hear") || clearInterval(pulse), 15000);
    return () => {
      clearInterval(pulse);
      clearInterval(this.clock);
      this.replay.pause();
      for (const [event, show] of shows) this.model.off(event, show);
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
