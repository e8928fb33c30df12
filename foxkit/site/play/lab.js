// The balance lab on a page: what is asked, a guess, and the curve as its games are played.

const PIECE = 300; // milliseconds of games between two looks at the curve
const HEIGHT = 260, LEFT = 38, RIGHT = 12, TOP = 10, BOTTOM = 30;

/** A pool of workers that play games, as many as the device has processors. */
class WorkerPool {
  constructor(code, take, lost) {
    Object.assign(this, { take, lost, jobs: [], next: new Map() });
    const source = `data:text/javascript;base64,${btoa(Array.from(new TextEncoder().encode(GAME_WORKER), (b) => String.fromCharCode(b)).join(""))}`;
    this.workers = new Set(Array.from({ length: navigator.hardwareConcurrency || 1 }, () => {
      const worker = Object.assign(new Worker(source), { pace: 1 });
      worker.onmessage = ({ data }) => (data.fault ? this.remove(worker, data.fault) : this.receive(worker, data));
      worker.onerror = ({ message }) => this.remove(worker, message || "a worker did not start");
      worker.postMessage({ code });
      return worker;
    }));
  }

  /** Play so many pairs of each job, beginning with the job that has the fewest. */
  play(jobs, pairs) {
    Object.assign(this, { jobs, pairs });
    this.startIdle();
  }

  startIdle() {
    for (const worker of this.workers) if (!worker.given) this.send(worker);
  }

  send(worker) {
    const begun = ({ address }) => this.next.get(address) ?? 0;
    const [job] = this.jobs.filter((each) => begun(each) < this.pairs).sort((a, b) => begun(a) - begun(b));
    if (!job) return;
    const first = begun(job), end = Math.min(this.pairs, first + worker.pace);
    this.next.set(job.address, end);
    Object.assign(worker, { given: { job, first }, begun: performance.now() });
    worker.postMessage({ job, blocks: Array.from({ length: end - first }, (_, i) => first + i) });
  }

  receive(worker, { job, found }) {
    const each = (performance.now() - worker.begun) / found.length;
    worker.pace = Math.max(1, Math.min(25, Math.round(PIECE / each)));
    worker.given = null;
    this.take(job, found);
    this.send(worker);
  }

  /** Remove a worker that failed, for lack of memory, say; others play its games. */
  remove(worker, fault) {
    worker.terminate();
    this.workers.delete(worker);
    const { job, first } = worker.given ?? {};
    if (job) this.next.set(job.address, Math.min(first, this.next.get(job.address)));
    this.lost(fault, this.workers.size);
    this.startIdle();
  }

  end() {
    for (const worker of this.workers) worker.terminate();
  }
}

const menu = (label, choices, value, changed) => {
  const select = h("select", { onchange: changed }, ...choices.map(([n, words]) => h("option", { value: n }, words)));
  select.value = value;
  return [select, h("label", {}, label, " ", select)];
};
const numbers = (values) => values.map((n) => [n, n === -1 ? "none: to the end" : n.toLocaleString("en")]);

/** What can be asked: rules, what the curve runs along, and how strong the players are. */
class QuestionForm {
  constructor({ rules, axes, strengths }, changed) {
    Object.assign(this, { axes, fields: {}, rules: {} });
    const rule = ({ name, label, value, choices, min, max }) => {
      const typed = h("input", { type: "number", min, max, value, onchange: changed });
      const [field, row] = choices ? menu(label, choices, value, changed) : [typed, h("label", {}, label, " ", typed)];
      this.rules[name] = field;
      return row;
    };
    const rows = rules.map(rule);
    const along = Object.keys(axes).map((name) => [name, name.replace("_", " ")]);
    const [axis, first] = menu("along the curve", along, "simulations", () => (this.show(), changed()));
    this.axis = axis;
    const others = Object.entries(strengths).map(([name, [values, value]]) => {
      const [field, row] = menu(name === "pairs" ? "pairs of games a point" : name, numbers(values), value, changed);
      this.fields[name] = { field, row };
      return row;
    });
    this.ticks = h("fieldset", { class: "fkl-ticks" });
    this.changed = changed;
    this.node = h("div", { class: "fkl-ask" }, first, this.ticks, ...others, ...rows.slice(0, 3),
      h("details", {}, h("summary", {}, "More rules"), ...rows.slice(3)));
    this.show();
  }

  show() {
    const [values, ticked] = this.axes[this.axis.value];
    const box = (n) => h("label", {}, h("input", { type: "checkbox", value: n, checked: ticked.includes(n), onchange: this.changed }),
      ` ${n.toLocaleString("en")}`);
    this.ticks.replaceChildren(h("legend", {}, "points"), ...values.map(box));
    for (const [name, { row }] of Object.entries(this.fields)) row.hidden = name === this.axis.value;
  }

  get asked() {
    const values = [...this.ticks.querySelectorAll(":checked")].map((box) => Number(box.value));
    const of = (fields, value) => Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, Number(value(each))]));
    return { axis: this.axis.value, values, rules: of(this.rules, (f) => f.value), ...of(this.fields, ({ field }) => field.value) };
  }
}

/** The curve: points with their intervals, a guess, and older curves behind them. */
class Chart {
  constructor(guessed) {
    this.guessed = guessed;
    this.node = h("div", { class: "fkl-chart", onclick: (event) => this.click(event) });
  }

  click({ clientX, clientY }) {
    const { left, top } = this.node.getBoundingClientRect(), place = (value) => Math.abs(this.x(value) - clientX + left);
    const [value] = [...this.ticked].sort((a, b) => place(a) - place(b));
    const share = (HEIGHT - BOTTOM - clientY + top) / (HEIGHT - BOTTOM - TOP);
    if (value !== undefined) this.guessed(value, Math.max(0, Math.min(100, Math.round(100 * share))));
  }

  x(value) {
    const at = this.values.indexOf(value), wide = (this.node.clientWidth || 600) - LEFT - RIGHT;
    return LEFT + (wide * (at + 0.5)) / this.values.length; // values stand side by side, as far apart as others
  }

  draw({ values, axis, side, curves, guess, ticked }) {
    Object.assign(this, { values, ticked });
    const y = (rate) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - rate), wide = this.node.clientWidth || 600;
    const text = (x, y, words, more = "") => `<text x="${x}" y="${y}" ${more}>${words}</text>`;
    const grid = [0, 0.25, 0.5, 0.75, 1].map((rate) => `<path class="fkl-grid" d="M${LEFT} ${y(rate)}H${wide - RIGHT}"/>` +
      text(LEFT - 6, y(rate) + 4, `${100 * rate}`, 'text-anchor="end"'));
    const names = values.map((n) => text(this.x(n), HEIGHT - 12, n.toLocaleString("en"), 'text-anchor="middle"'));
    const line = (points) => points.map(([value, rate]) => `${this.x(value)},${y(rate)}`).join(" ");
    const shapes = curves.map(({ kind, points }) => {
      const reach = points.map(({ value, rate: [, low, high] }) => `<path d="M${this.x(value)} ${y(low)}V${y(high)}"/>`);
      const dots = points.map(({ value, rate: [rate] }) => `<circle cx="${this.x(value)}" cy="${y(rate)}" r="4"/>`);
      return `<g class="fkl-${kind}"><polyline points="${line(points.map(({ value, rate }) => [value, rate[0]]))}"/>${reach.join("")}${dots.join("")}</g>`;
    });
    const said = [...guess].filter(([value]) => values.includes(value)).sort(([a], [b]) => values.indexOf(a) - values.indexOf(b));
    const mine = said.map(([value, rate]) => [value, rate / 100]);
    const marks = mine.map(([value, rate]) => `<path d="M${this.x(value) - 6} ${y(rate)}h12"/>`);
    this.node.replaceChildren(...svgNodes(`<svg width="${wide}" height="${HEIGHT}" role="img" aria-label="${side} win, percent, by ${axis}">` +
      `${grid.join("")}${names.join("")}${shapes.join("")}<g class="fkl-guess"><polyline points="${line(mine)}"/>${marks.join("")}</g></svg>`));
  }
}

/** A box for the guess of each ticked value. It stays as long as its value is ticked:
 * a reader who goes from one to the next by Tab is on the way to a box that is there. */
class Guesses {
  constructor(side, guessed) {
    Object.assign(this, { guessed, boxes: new Map() });
    this.legend = h("legend", {}, `your guess: how often ${side} win`);
    this.node = h("fieldset", { class: "fkl-ticks" }, this.legend);
  }

  box(value) {
    const field = h("input", { type: "number", min: 0, max: 100, step: "any", oninput: () => this.take(value), onchange: () => this.take(value, true) });
    return { field, row: h("label", {}, `${value.toLocaleString("en")}: `, field, " %") };
  }

  /** Take what is in a box: no number is no guess, and what is beyond an end is that end. */
  take(value, done = false) {
    const { field } = this.boxes.get(value), typed = field.valueAsNumber;
    const rate = Number.isNaN(typed) ? undefined : Math.max(0, Math.min(100, typed));
    if (done) field.value = rate ?? "";
    this.guessed(value, rate);
  }

  show(values, guess, playing) {
    const old = this.boxes, same = values.length === old.size && values.every((value) => old.has(value));
    this.boxes = new Map(values.map((value) => [value, old.get(value) ?? this.box(value)]));
    if (!same) this.node.replaceChildren(this.legend, ...[...this.boxes.values()].map(({ row }) => row));
    for (const [value, { field }] of this.boxes) {
      field.disabled = playing;
      if (field !== document.activeElement) field.value = guess.get(value) ?? "";
    }
  }
}

WIDGETS.lab = {
  render({ model, el }) {
    const side = model.get("side"), guess = new Map(), older = [];
    let pool = null, got = [], asked, playing = false, note = ""; // how the games ended, if early
    const words = h("p", { role: "status" }), table = h("div", { class: "fkl-points" });
    const play = h("button", { type: "button", onclick: () => begin() }, "Play");
    const stop = h("button", { type: "button", disabled: true, onclick: () => (end("Stopped. Play goes on from here."), show()) }, "Stop");
    const guessed = (value, rate) => {
      if (playing) return;
      if (rate === undefined) guess.delete(value);
      else guess.set(value, rate);
      show();
    };
    const guesses = new Guesses(side, guessed), chart = new Chart(guessed);
    chart.node.style.setProperty("--side", `var(--fk-${model.get("colour")})`);
    const form = new QuestionForm({ rules: model.get("rules"), axes: model.get("axes"), strengths: model.get("strengths") }, () => ask(true));

    const ask = (anew) => {
      const before = model.get("curve");
      if (anew && before.points?.length) older.splice(0, older.length, { ...before, axis: asked.axis });
      if (anew) guess.clear(), end("");
      asked = form.asked;
      guesses.show(asked.values, guess, playing);
      model.send({ asked, got: got.splice(0) });
    };
    const end = (said) => {
      pool?.end();
      pool = null;
      playing = false;
      stop.disabled = true;
      note = said;
    };
    const begin = () => {
      playing = true;
      note = "";
      stop.disabled = false;
      pool = new WorkerPool(model.python.code, (job, found) => {
        for (const [block, seats] of found) got.push([job.address, block, seats.map(([payoffs]) => payoffs)]);
        if (got.length) ask(false);
      }, (fault, left) => {
        if (!left) end(`No games can be played here: ${fault}.`);
        show();
      });
      const done = new Map(model.get("jobs").map(({ address, value }) => [address, blocks(value)]));
      pool.next = done;
      pool.play(model.get("jobs"), asked.pairs);
      show();
    };
    const blocks = (value) => (model.get("curve").points?.find((point) => point.value === value)?.games ?? 0) / 2;

    /** Say how far it is, and how far off the guess was once all is there. */
    const tell = ({ points, fault }) => {
      const left = asked.values.reduce((sum, value) => sum + 2 * Math.max(0, asked.pairs - blocks(value)), 0);
      if (fault) return fault;
      if (note || !asked.values.length) return note || "Tick a point.";
      if (left && playing) return `${left.toLocaleString("en")} games left, ${pool.workers.size} at once.`;
      if (left) return guess.size ? `${left.toLocaleString("en")} games to play.` : "Guess first: click where the curve will go, or type it.";
      if (playing) end("");
      const off = points.filter(({ value }) => guess.has(value)).map(({ value, rate }) => Math.abs(guess.get(value) - 100 * rate[0]));
      const mean = Math.round(off.reduce((sum, each) => sum + each, 0) / off.length);
      return off.length ? `Finished: your guess is ${mean} points off, on average.` : "Finished.";
    };
    const show = () => {
      const curve = model.get("curve"), { axis } = asked, values = curve.values ?? [];
      words.textContent = tell(curve);
      play.disabled = playing || Boolean(curve.fault) || !guess.size || words.textContent.startsWith("Finished");
      const seen = playing || curve.points?.length; // before a guess nothing is given away
      const curves = seen ? [{ kind: "ghost", points: curve.ghost }] : [];
      curves.push(...older.filter((each) => each.axis === axis).map(({ points }) => ({ kind: "older", points })),
        { kind: "curve", points: curve.points ?? [] });
      chart.draw({ values, axis, side, curves, guess, ticked: asked.values });
      guesses.show(asked.values, guess, playing);
      table.replaceChildren(...(curve.points ?? []).map(({ value, words, games }) => h("p", {}, `${value.toLocaleString("en")}: ${words}, ${games} games`)));
    };
    const changed = () => (model.get("curve").fault && end(""), show());
    const wide = new ResizeObserver(() => model.get("curve").values && show());
    const legend = h("p", { class: "fkl-legend" }, `Up: games that ${side} win, %, with 95 % intervals. Dashed: your guess. Faint: the stored curve of the usual rules, and the curve before.`);
    el.append(h("div", { class: "fk fkb fkl" }, form.node, guesses.node, chart.node, legend,
      h("div", { class: "fkb-row" }, play, stop), words, table));
    wide.observe(chart.node);
    model.on("change:curve", changed);
    ask(false);
    return () => (wide.disconnect(), end(""));
  },
};
