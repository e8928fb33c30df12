// Parts of the board: the reader's moves, the players, the evaluation, and opinions of agents.

const MAX_MOVE_BUTTONS = 4; // moves over the same points that still are a button each

/** Turns clicks on points into moves: pick up a piece, click the points of a move, play it. */
class MoveInput {
  constructor(stage, { play, refuse, pickedUp }) {
    Object.assign(this, { stage, play, refuse, pickedUp, moves: [], picked: [] });
    this.node = h("div", { class: "fkb-row fkb-choices", role: "group", "aria-label": "choose a move" });
  }

  /** Offer the moves of a position; if it is the one before, what was picked, and slid to, stays. */
  setMoves(moves) {
    const key = JSON.stringify(moves), stays = key === this.key && !this.sent;
    Object.assign(this, { moves, key, sent: false });
    if (stays) return this.mark();
    const starts = new Set(moves.map(({ path }) => path[0]));
    const only = starts.size === 1 && moves[0].path.length > 1; // one piece can move: it is held
    this.rest = only ? [moves[0].path[0]] : [];
    this.select(this.rest);
  }

  movesThrough(points) {
    return this.moves.filter(({ path }) => path.length >= points.length && points.every((p, i) => p === path[i]));
  }

  select(picked) {
    this.picked = picked;
    this.mark();
    this.offerButtons(picked);
  }

  /** Mark on the board what is picked, and where it can go. */
  mark() {
    const { picked } = this;
    const free = ({ path }) => path.length === 1 && !this.stage.pieces.has(path[0]); // to put a piece there
    const next = picked.length
      ? this.movesThrough(picked).map(({ path }) => path[picked.length])
      : this.moves.filter(free).map(({ path }) => path[0]);
    const movable = [...new Set(this.moves.map(({ path }) => path[0]))].filter(Boolean);
    this.stage.mark({ picked, targets: [...new Set(next)].filter(Boolean), movable });
  }

  /** Moves that points alone cannot tell apart, or that have none, are buttons. */
  offerButtons(picked) {
    const here = picked.length ? this.movesThrough(picked).filter(({ path }) => path.length === picked.length) : [];
    const unplaced = this.moves.filter(({ path }) => !path.length);
    const choices = here.length > MAX_MOVE_BUTTONS ? [this.slider(here)] : here.map((each) => this.button(each));
    const held = this.node.contains(this.node.getRootNode().activeElement);
    this.node.replaceChildren(...unplaced.map((each) => this.button(each)), ...choices);
    this.node.hidden = !this.node.children.length;
    if (here.length > MAX_MOVE_BUTTONS) this.node.querySelector("input").focus();
    else if (held) this.stage.focus(); // what had the focus is gone: the keys still work
  }

  button({ move, words }) {
    return h("button", { type: "button", onclick: () => this.send(move) }, words);
  }

  /** Many moves over the same points, such as splits of a stack: slide to one, and play it. */
  slider(moves) {
    const play = h("button", { type: "button", onclick: () => this.send(moves[range.value].move) });
    const show = () => {
      play.textContent = moves[range.value].words;
      range.setAttribute("aria-valuetext", play.textContent);
    };
    const onkeydown = ({ key }) => {
      if (key === "Enter") play.click();
      if (key === "Escape") this.select(this.rest);
    };
    const range = h("input", {
      type: "range", min: 0, max: moves.length - 1, value: moves.length >> 1, "aria-label": "which of these moves",
      oninput: show, onkeydown,
    });
    show();
    return h("span", { class: "fkb-row" }, range, play);
  }

  touch(name) {
    if (this.sent) return;
    const longer = [...this.picked, name];
    const fits = this.movesThrough(longer);
    const done = fits.filter(({ path }) => path.length === longer.length);
    if (fits.length === 1 && done.length) this.send(done[0].move);
    else if (fits.length) (this.select(longer), this.pickedUp());
    else if (this.picked.at(-1) === name) this.select(this.rest);
    else if (this.picked.length && !this.movesThrough([name]).length) this.refuse(this.picked[0], name);
    else if (this.movesThrough([name]).length) (this.select([]), this.touch(name));
    else this.refuse(name, name);
  }

  pick(name) {
    if (!this.sent && this.picked.at(-1) !== name) (this.select([name]), this.pickedUp());
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

/** A small drawing of a player's piece, beside the player's name. */
function pieceMark(shape) {
  const node = h("span", { class: "fkb-mark", "aria-hidden": "true" });
  node.append(...svgNodes(`<svg viewBox="-50 -50 100 100">${SHAPES[shape]}</svg>`));
  return node;
}

const LEVELS = [["Beginner", 100], ["Club", 1_000], ["Strong", 10_000]]; // simulations a move

/** A menu of players for a seat, with the sliders of the chosen one. */
class SeatControl {
  constructor(label, names, opponents, changed, mark) {
    Object.assign(this, { opponents, changed, settings: {} });
    const option = (value, words = value) => h("option", { value }, words);
    const strengths = LEVELS.map(([words, n]) => option(`MCTS@${n}`, `${words}: MCTS, ${n.toLocaleString("en")} simulations`));
    const options = (name) => (name === "MCTS" ? [...strengths, option(name, "MCTS, as set below")] : [option(name)]);
    this.select = h("select", { onchange: () => (this.choose(), changed(this)) }, ...names.flatMap(options));
    this.rows = h("div", {});
    this.more = h("details", {}, h("summary", {}, "Settings"), this.rows);
    const name = h("label", {}, mark && pieceMark(mark), `${capital(playerWords(label))}: `, this.select);
    this.node = h("div", { class: "fkb-chair" }, name, this.more);
  }

  get who() {
    return this.select.value.split("@")[0];
  }

  /** A level is a number of simulations; all else is as it was set. */
  choose() {
    const [, simulations] = this.select.value.split("@");
    if (simulations) this.settings = { ...this.settings, simulations: Number(simulations), seconds: 0 };
    this.sliders();
  }

  set(who, settings) {
    const key = JSON.stringify([who, settings]);
    if (key === this.key) return;
    this.key = key;
    const usual = this.opponents[who]?.find(({ name }) => name === "simulations")?.value;
    const level = `${who}@${settings.simulations ?? usual}`, known = [...this.select.options].some(({ value }) => value === level);
    this.select.value = known && !settings.seconds ? level : who;
    this.settings = { ...settings };
    this.sliders();
  }

  sliders() {
    const wanted = this.opponents[this.who] ?? [];
    const kept = wanted.map(({ name, value }) => [name, this.settings[name] ?? value]);
    this.settings = Object.fromEntries(kept);
    this.rows.replaceChildren(...wanted.map((setting) => this.slider(setting)));
    this.more.hidden = !wanted.length;
    this.more.open = !this.select.value.includes("@"); // who chooses a level need not see more
  }

  slider({ name, label, choices, words }) {
    const shown = h("span", { "aria-hidden": "true" });
    const input = h("input", {
      type: "range", min: 0, max: choices.length - 1, value: choices.indexOf(this.settings[name]),
      oninput: () => {
        this.settings[name] = choices[input.value];
        tell();
      },
      onchange: () => this.changed(this),
    });
    const tell = () => {
      const number = choices[input.value].toLocaleString("en", { maximumSignificantDigits: 6 });
      shown.textContent = words[input.value] ?? number;
      input.setAttribute("aria-valuetext", shown.textContent);
    };
    tell();
    return h("label", { class: "fkb-slider" }, h("span", {}, label), input, shown);
  }
}

/** Shares of a bar: each player's part of what is above the worst result, -1. */
const sharesOf = (values) => {
  const total = values.reduce((sum, value) => sum + value + 1, 0) || 1;
  return values.map((value) => (value + 1) / total);
};
const withArticle = (name) => (playerWords(name) === name ? `the ${name}` : playerWords(name));
const signed = (value) => {
  const shown = Math.abs(value).toFixed(2);
  return `${shown === "0.00" ? "" : value < 0 ? "−" : "+"}${shown}`;
};
const EXACT_SOURCES = { result: "Result", solved: "Solved, with best play" }; // how a result is known
const ESTIMATE_SOURCES = { search: "The search's evaluation", heuristic: "The evaluation function's value, without a search" };
const NO_CHANCE = "not a chance of winning";

/** The evaluation of a position: the result where it is known, else an estimate, labelled so. */
class EvaluationBar {
  constructor() {
    this.bar = h("div", { class: "fkb-bar", "aria-hidden": "true" });
    this.words = h("p", { class: "fkb-worth" });
    this.node = h("div", {}, this.bar, this.words);
  }

  setPlayers(players, colours) {
    this.names = players;
    this.bar.innerHTML = players.map((name) => `<span style="--side: var(--fk-${colours[name]})"></span>`).join("");
  }

  show(worth) {
    this.node.hidden = !worth;
    if (!worth) return;
    const [values, source] = worth;
    sharesOf(values).forEach((share, i) => (this.bar.children[i].style.flexGrow = share));
    this.words.textContent = source in EXACT_SOURCES ? `${EXACT_SOURCES[source]}: ${this.result(values)}.`
      : `${ESTIMATE_SOURCES[source]}: ${this.judgement(values)}, on a scale from −1 (lost) to +1 (won); ${NO_CHANCE}.`;
  }

  result(values) {
    const best = Math.max(...values), winners = this.names.filter((_, i) => values[i] === best);
    if (winners.length === values.length) return "a draw";
    return best === 1 ? `a win for ${winners.map(withArticle).join(" and ")}` : this.each(values);
  }

  each(values) {
    return values.map((value, i) => `${signed(value)} for ${withArticle(this.names[i])}`).join(", ");
  }

  /** Of two players the first one's value alone: the other's is its negative. */
  judgement(values) {
    return this.each(values.length === 2 ? values.slice(0, 1) : values);
  }
}

/** The values of a game as lines and, once it is reviewed, the moves that cost most. */
class Review {
  constructor({ review, openReviewed }) {
    this.openReviewed = openReviewed;
    this.button = h("button", { type: "button", onclick: () => review(!this.reviewed.on) });
    this.busy = h("span", {});
    this.picture = h("div", { role: "img" });
    this.ends = [1, 2].map(() => h("span", { "aria-hidden": "true" }));
    this.chart = h("div", { class: "fkb-chart" }, this.picture, ...this.ends);
    this.list = h("ol", { class: "fkb-costly", "aria-label": "the costliest moves" });
    this.note = h("p", { class: "fkb-small" });
    this.node = h("div", {}, h("div", { class: "fkb-row" }, this.button, this.busy), this.chart, this.list, this.note);
    this.picture.addEventListener("click", (event) => {
      const { left, width } = this.picture.getBoundingClientRect();
      openReviewed(Math.round(((event.clientX - left) / width) * this.end));
    });
  }

  setPlayers(players, colours) {
    Object.assign(this, { names: players, colours });
    const ends = players.length === 2 ? players : ["100", "0"];
    this.ends.forEach((end, i) => (end.textContent = ends[i]));
  }

  /** Show a review, or until there is one what is known of a game `worth` showing. */
  show(reviewed, worth, at) {
    this.reviewed = reviewed;
    const { on, lines, end, costly = [], note = "", progress = "" } = reviewed;
    this.button.textContent = on ? "Stop the review" : "Review the game";
    this.button.disabled = worth.length < 2;
    this.busy.textContent = progress;
    this.note.textContent = note || this.scale(worth);
    const key = JSON.stringify(costly);
    if (key !== this.key) this.list.replaceChildren(...costly.map((each) => this.item(each)));
    this.key = key;
    const share = (i) => worth.map((w, x) => w && [x, 100 * sharesOf(w[0])[i], 0]).filter(Boolean);
    const known = this.names.map((_, i) => (this.names.length === 2 && i ? [] : share(i)));
    if (lines) this.draw(lines, end, reviewed.at, costly);
    else this.draw(known, worth.length - 1, at, []);
  }

  /** What the line stands for where no review says so. */
  scale(worth) {
    const judged = worth.filter((each) => each && each[1] in ESTIMATE_SOURCES).length;
    return judged > 1 ? `The line: evaluations, ${NO_CHANCE}.` : "";
  }

  item({ at, move, cost, better }) {
    const on = () => this.openReviewed(at, true);
    return h("li", {}, h("span", {}, h("b", {}, move), ` ${cost} Better: `, h("b", {}, better), ". "),
      h("button", { type: "button", "aria-label": `play on from here, move ${move}`, onclick: on }, "Play on from here"));
  }

  draw(lines, end, at, costly) {
    const drawn = lines.filter((line) => line.length > 1);
    this.end = end;
    this.chart.hidden = !drawn.length;
    const points = (line, by = 0) => line.map(([x, y, half]) => `${x},${100 - Math.min(100, Math.max(0, y + by * half))}`);
    const shapes = lines.map((line) => "<g>" +
      `<polygon points="${[...points(line, 1), ...points(line, -1).reverse()].join(" ")}"/>` +
      `<polyline points="${points(line).join(" ")}"/></g>`);
    const dots = costly.map(({ at }) => lines.flat().find(([x]) => x === at))
      .map(([x, y]) => `<path class="fkb-dot" d="M${x} ${100 - y}h0"/>`);
    const now = at == null ? "" : `<path class="fkb-now" d="M${at} 0V100"/>`;
    this.picture.replaceChildren(...svgNodes(`<svg viewBox="0 0 ${Math.max(end, 1)} 100" preserveAspectRatio="none" aria-hidden="true">` +
      `<path d="M0 50H${end}"/>${now}${shapes.join("")}${dots.join("")}</svg>`));
    this.picture.querySelectorAll("g").forEach((line, i) => line.style.setProperty("--side", `var(--fk-${this.colours[this.names[i]]})`));
    const told = drawn.map((line) => {
      const [from, to] = [line[0], line.at(-1)].map(([, y]) => Math.round(y));
      return `for ${playerWords(this.names[lines.indexOf(line)])} from ${from} to ${to}`;
    });
    this.picture.setAttribute("aria-label", `value over ${end} moves, of 100 points: ${told.join(", ")}`);
  }
}

const cell = (tag, text, props = {}) => h(tag, props, text);
const head = (text, props = {}) => cell("th", text, { scope: "col", ...props });

/** What an agent thinks of every move, and its value if it is known. */
function opinionTable(opinion, values) {
  const { who, best, children = [], simulations, seconds } = opinion ?? {};
  const number = (x) => (x == null ? "∞" : (Math.round(1000 * x) / 1000 + 0).toFixed(3).replace("-", "−"));
  const star = (move) => (move === best ? "★" : "");
  const groups = []; // title, columns, and what stands in them beside a move
  if (children.length) {
    const of = Object.fromEntries(children.map((child) => [child.move, child]));
    groups.push([`${who}: ${simulations.toLocaleString("en")} simulations, ${seconds.toPrecision(2)} s`,
      ["visits", "value", "exploration"], (move) => move in of
        ? [`${star(move)} ${of[move].visits.toLocaleString("en")}`, number(of[move].value), number(of[move].exploration)]
        : ["", "", ""]]);
  } else if (opinion) groups.push([who, ["choice"], (move) => [star(move)]]);
  if (Object.keys(values).length) groups.push(["solved", ["value"], (move) => [values[move] ?? ""]]);
  const moves = new Set([...children.map((child) => child.move), ...(opinion ? [best] : []), ...Object.keys(values)]);
  const titles = groups.map(([title, names]) => head(title, { colspan: names.length, scope: "colgroup" }));
  return h("table", {},
    h("caption", {}, "★: the move the agent would play. Values are for the player to move."),
    h("thead", {}, h("tr", {}, head("move", { rowspan: 2 }), ...titles),
      h("tr", {}, ...groups.flatMap(([, names]) => names.map((name) => head(name))))),
    h("tbody", {}, ...[...moves].map((move) => {
      const cells = groups.flatMap(([, , cells]) => cells(move)).map((text) => cell("td", text));
      return h("tr", {}, head(move, { scope: "row" }), ...cells);
    })));
}
