// Steps of a search on a page: board beside tree, words, costs, and what comes next.
// It knows no search and no game; `foxkit.view.steps.walkthrough` describes its data.

/** The rows of the tree after some steps, by the moves that lead to them. */
function rowsAt(steps, at) {
  const rows = new Map();
  for (const { rows: changes } of steps.slice(0, at + 1))
    for (const [line, row] of changes) {
      const key = JSON.stringify(line);
      if (row) rows.set(key, { line, row, key });
      else rows.delete(key);
    }
  return rows;
}

/** The same as a list, children below their parent; `rails` say where lines go on. */
function inOrder(rows) {
  const below = new Map(), found = [];
  for (const each of rows.values()) {
    const parent = JSON.stringify(each.line.slice(0, -1));
    const top = each.line.length && rows.has(parent) ? parent : "";
    below.set(top, [...(below.get(top) ?? []), each]);
  }
  const walk = (parent, rails) => {
    const own = below.get(parent) ?? [];
    own.forEach((each, i) => {
      const more = i < own.length - 1;
      found.push({ ...each, rails: parent ? [...rails, more] : [] });
      walk(each.key, parent ? [...rails, more] : []);
    });
  };
  walk("", []);
  return found;
}

/** The lines that join a row to its parent and its siblings, as a background. */
function railsBackground(rails, on) {
  const stroke = (role) => `linear-gradient(var(--fk-${role}), var(--fk-${role}))`;
  const upright = (i, high, role) => `${stroke(role)} ${16 * i + 9}px 0 / 2px ${high} no-repeat`;
  const i = rails.length - 1, role = on ? "target" : "line";
  const ground = "var(--fk-page)"; // it stays while the columns scroll
  if (i < 0) return ground;
  return [
    `${stroke(role)} ${16 * i + 9}px 50% / 9px 2px no-repeat`, upright(i, "calc(50% + 1px)", role),
    ...rails.flatMap((more, level) => (more ? [upright(level, "100%", "line")] : [])),
    ground,
  ].join(", ");
}

function bar([first, second]) {
  const part = (name, wide) => (wide > 0 ? h("span", { class: name, style: `width:${100 * wide}%` }) : null);
  return h("span", { class: "fks-bar", "aria-hidden": "true" }, part("fks-mean", first), part("fks-bonus", second - first));
}

/** The tree as a table: a row for a node, its columns named. */
class TreeTable {
  constructor() {
    this.table = h("table", {});
    this.node = h("div", { class: "fks-tree", tabindex: 0, role: "group", "aria-label": "tree" }, this.table);
  }

  show(columns, rows) {
    const ordered = inOrder(rows);
    const header = h("tr", {}, ...columns.map((name) => (name ? h("th", { scope: "col" }, name) : h("td"))));
    const body = ordered.map((each) => this.row(each));
    this.table.replaceChildren(h("thead", {}, header), h("tbody", {}, ...body));
    this.node.hidden = !ordered.length;
    const now = [...this.table.querySelectorAll(".fks-on, .fks-new")].at(-1);
    now?.classList.add("fks-now");
    if (now) this.node.scrollTop = now.offsetTop - this.node.clientHeight / 2;
  }

  row({ line, rails, row: [cells, mark, tag, size, ends] }) {
    const name = line.at(-1) ?? "root", round = 6 + 16 * (size ?? 0);
    const disc = size === null ? null
      : h("span", { class: "fks-disc", "aria-hidden": "true" }, h("i", { style: `width:${round}px;height:${round}px` }));
    const label = h("span", {}, name);
    const spoken = line.length > 1 ? h("span", { class: "fks-aside" }, `, after ${line.slice(0, -1).join(", ")}`) : null;
    const note = tag || (mark === "new" ? "new" : "");
    const head = h("th", { scope: "row", style: `padding-left:${16 * rails.length + 6}px;background:${railsBackground(rails, mark === "on" || mark === "new")}` },
      disc, label, spoken, note ? h("b", { class: "fks-tag" }, note) : null);
    const barred = (i) => i === cells.length - 1 && ends;
    const each = cells.map((text, i) => h("td", { class: barred(i) && "fks-barred" }, barred(i) ? bar(ends) : null, text));
    return h("tr", { class: mark && `fks-${mark}` }, head, ...each);
  }
}

/** A question with choices: a wrong answer gets a hint, the first one counts. */
class Asker {
  constructor({ right, wrong, told }) {
    this.legend = h("legend", {});
    this.choices = h("div", { class: "fks-choices" });
    this.hint = h("p", { class: "fks-hint", role: "status" });
    const onsubmit = (event) => {
      event.preventDefault();
      const picked = this.choices.querySelector("input:checked");
      if (!picked) this.remind();
      else if (Number(picked.value) === this.answer) right();
      else {
        picked.disabled = true;
        picked.checked = false;
        this.choices.querySelector("input:enabled")?.focus();
        this.hint.textContent = `Not so. ${this.question.hint}`;
        wrong();
      }
    };
    this.node = h("form", { class: "fks-ask", onsubmit },
      h("fieldset", {}, this.legend, this.choices, h("div", { class: "fkb-row" }, h("button", { type: "submit" }, "Answer"),
        h("button", { type: "button", onclick: told }, "Tell me"))),
      this.hint);
  }

  get open() {
    return !this.node.hidden;
  }

  /** Say how to go on: by a guess, by the answer, or by passing the question over. */
  remind() {
    this.reminded = true;
    this.hint.textContent = "Choose an answer first, or “Tell me”; “next step” once more passes the question over.";
    this.node.scrollIntoView({ block: "nearest" });
  }

  show(question) {
    this.node.hidden = !question;
    this.hint.textContent = "";
    this.reminded = false;
    if (!question) return this.choices.replaceChildren();
    Object.assign(this, { question, answer: question.answer });
    this.legend.textContent = question.ask;
    const name = `fks-${Math.random()}`;
    this.choices.replaceChildren(...question.choices.map((text, i) =>
      h("label", {}, h("input", { type: "radio", name, value: i }), text)));
  }

  /** Choose an answer by its number. */
  pick(number) {
    const input = !this.open ? null : this.choices.querySelectorAll("input")[number];
    if (!input || input.disabled) return false;
    input.checked = true;
    input.focus();
    return true;
  }
}

const STEP_KEYS = [
  ["arrow keys", "previous and next step"],
  ["Home and End", "first and last step"],
  ["1, 2, …", "choose an answer; Enter gives it"],
  ["t", "be told the answer, without a guess"],
  ["p", "play the steps one after the other, or pause"],
  ["b", "read the board aloud"],
  ["?", "show the keys"],
];

/** Everything of a stepper; `keep(score)` is called whenever the score has changed. */
class Stepper {
  constructor(root, keep) {
    Object.assign(this, { root, keep, at: 0 });
    this.stage = new Stage();
    this.stage.points.remove(); // the board is looked at here, not played on
    this.stage.node.setAttribute("role", "img");
    this.stage.node.removeAttribute("aria-roledescription");
    this.tree = new TreeTable();
    this.words = h("p", { class: "fkb-said fks-words", role: "status" });
    this.asker = new Asker({ right: () => this.right(), wrong: () => this.mark(false), told: () => this.reveal() });
    this.parts = Object.fromEntries(["title", "status", "points"].map((name) => [name, h("p", { class: `fks-${name}` })]));
    this.counters = h("dl", { class: "fks-counters", "aria-label": "costs" });
    this.phases = h("ol", { class: "fks-phases", "aria-label": "phases" });
    this.settings = h("div", { class: "fks-settings" });
    this.help = keyHelp(STEP_KEYS, "Keys, while the stepper has the focus");
    root.tabIndex = -1;
    root.append(this.parts.title, this.settings, this.counters, h("div", { class: "fkb-two" },
      h("div", {}, h("div", { class: "fks-board" }, this.stage.node), this.phases, this.controls(), this.parts.status,
        this.words, this.asker.node, this.parts.points),
      this.tree.node), this.help);
    listen(root, (key) => this.key(key));
  }

  controls() {
    const by = (icon, name, act) => iconButton(icon, name, () => (this.pause(), act()));
    this.player = iconButton("play", "play the steps", () => this.toggle());
    const oninput = () => (this.pause(), this.slide(Number(this.slider.value)));
    this.slider = h("input", { type: "range", min: 0, "aria-label": "step", oninput });
    return h("div", { class: "fkb-row", role: "group", "aria-label": "steps" },
      by("first", "first step", () => this.go(0)), by("previous", "previous step", () => this.go(this.at - 1)),
      this.player, by("next", "next step", () => this.next()), by("last", "last step", () => this.go(Infinity)),
      this.slider, h("button", { type: "button", "aria-label": "keys", onclick: () => this.help.showModal() }, "?"));
  }

  /** Show another log from its beginning. */
  load(log, score = {}) {
    // Answered questions are not asked again; those passed over are, but do not count.
    Object.assign(this, { log, score, answered: new Set(Object.keys(score).map(Number)), passed: new Set() });
    this.pause();
    this.parts.title.textContent = log.title;
    this.phases.replaceChildren(...log.phases.map((name) => h("li", {}, name)));
    this.slider.max = log.steps.length - 1;
    // As high as the highest board: what stands below it stays in its place.
    const ratios = log.scenes.map(({ box: [, , wide, high] }) => wide / high);
    this.stage.node.parentNode.style.setProperty("--highest", Math.min(...ratios));
    this.go(0);
  }

  /** Go one step on; an open question is passed over the second time. */
  next() {
    if (this.asker.open && !this.asker.reminded) this.asker.remind();
    else this.go(this.at + 1);
  }

  slide(to) {
    if (to !== this.at + 1) return this.go(to);
    this.next();
    this.slider.value = this.at;
  }

  /** Show the answer to a question that was not guessed; it does not count. */
  reveal() {
    const { choices, answer } = this.asker.question;
    this.pause();
    this.go(this.at + 1, `The answer is: ${choices[answer]}. `);
    this.root.focus();
  }

  go(to, before = "") {
    const last = this.log.steps.length - 1, at = Math.min(Math.max(to, 0), last);
    for (let i = this.at; i < at; i++) if (this.log.steps[i].question) this.passed.add(i);
    this.at = at;
    this.show(before);
    if (at === last) this.pause();
  }

  show(before = "") {
    const { log, at } = this, step = log.steps[at], board = log.boards[step.board];
    this.stage.show({ ...board, scene: log.scenes[board.scene] });
    const [, , wide, high] = this.stage.scene.box;
    this.stage.node.style.setProperty("--ratio", wide / high);
    this.stage.node.setAttribute("aria-label", board.words);
    this.parts.status.textContent = capital(board.status);
    this.tree.show(log.columns, rowsAt(log.steps, at));
    for (const item of this.phases.children) item.toggleAttribute("aria-current", item.textContent === step.phase);
    const costs = (i) => Object.entries({ step: `${i + 1} of ${log.steps.length}`, ...log.steps[i].counters })
      .map(([name, n]) => [name, n.toLocaleString("en-US")]);
    const most = Object.fromEntries(costs(log.steps.length - 1)); // room for them from the beginning
    this.counters.replaceChildren(...costs(at).map(([name, n]) =>
      h("div", {}, h("dt", {}, name), h("dd", { style: `min-width:${most[name]?.length}ch` }, n))));
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", `${at + 1} of ${log.steps.length}: ${step.phase}`);
    this.asker.show(this.answered.has(at) ? null : step.question);
    this.words.textContent = `${before}${step.words}${this.asker.open ? " A question follows." : ""}`;
    this.tell();
  }

  tell() {
    const right = Object.values(this.score).filter(Boolean).length, asked = Object.keys(this.score).length;
    const all = this.log.steps.filter(({ question }) => question).length;
    this.parts.points.textContent = asked ? `${right} of ${asked} right at the first try; ${all} questions in all.`
      : all ? `${all} question${all > 1 ? "s" : ""} on the way.` : "";
  }

  mark(right) {
    if (!(this.at in this.score || this.passed.has(this.at))) this.score = { ...this.score, [this.at]: right };
    this.keep(this.score);
    this.tell();
  }

  right() {
    this.mark(true);
    this.answered.add(this.at);
    this.at += 1;
    this.show("Right. ");
    this.root.focus();
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.asker.open) return this.asker.remind();
    if (this.at === this.log.steps.length - 1) this.go(0);
    this.timer = setInterval(() => (this.asker.open ? this.pause() : this.go(this.at + 1)), 1800);
    this.setPlayButton("pause", "pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.setPlayButton("play", "play the steps");
  }

  setPlayButton(icon, name) {
    this.player.querySelector("path").setAttribute("d", ICONS[icon]);
    this.player.setAttribute("aria-label", name);
    this.player.title = name;
  }

  key(key) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    const to = { Home: 0, End: Infinity }[key];
    const does = {
      p: () => this.toggle(), t: () => this.asker.open && this.reveal(), "?": () => this.help.showModal(),
      b: () => (this.words.textContent = this.stage.node.getAttribute("aria-label")),
    }[key];
    if (/^[1-9]$/.test(key)) return this.asker.pick(Number(key) - 1);
    if (by || to !== undefined) this.pause();
    if (by > 0) this.next();
    else if (by || to !== undefined) this.go(by ? this.at + by : to);
    else does?.();
    return Boolean(by || to !== undefined || does);
  }
}

/** Bring a log to life inside `root`, which shows a still picture; the score stays here. */
async function stepPage(root) {
  const log = await dataOf(root), name = `foxkit: ${location.pathname}: ${log.title}: ${log.steps[0].words}`;
  const store = (act) => { try { return act(); } catch { return null; } }; // storage may be forbidden, or hold anything
  const keep = (score) => store(() => localStorage.setItem(name, JSON.stringify(score)));
  for (const still of root.querySelectorAll(":scope > :is(svg, p)")) still.remove();
  const kept = Object.entries(store(() => JSON.parse(localStorage.getItem(name))) ?? {});
  const score = kept.filter(([at, right]) => log.steps[at]?.question && typeof right === "boolean");
  new Stepper(root, keep).load(log, Object.fromEntries(score));
}
