// The controls of a replay, the spoken line, and the keys, with or without a kernel.

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
  button.append(...svgNodes(`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`));
  return button;
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

/**
 * The controls that step through a game: buttons, a slider, a list of moves, and notes.
 * `go(to)` and `step(by)` are called and may act later, so steps are relative.
 */
class ReplayControls {
  constructor({ go, step }) {
    this.go = (to) => go(Math.min(Math.max(to, 0), this.line.length - 1));
    this.step = step;
    this.line = [];
    this.at = 0;
    const button = (icon, name, act) => iconButton(icon, name, () => (this.pause(), act()));
    this.playButton = iconButton("play", "play the moves", () => this.toggle());
    const oninput = () => (this.pause(), this.go(Number(this.slider.value)));
    this.slider = h("input", { type: "range", min: 0, "aria-label": "move", oninput });
    this.controls = h("div", { class: "fkb-row", role: "group", "aria-label": "replay" },
      button("first", "first position", () => this.go(0)),
      button("previous", "previous position", () => step(-1)),
      this.playButton,
      button("next", "next position", () => step(1)),
      button("last", "last position", () => this.go(Infinity)),
      this.slider,
    );
    this.list = h("ol", { class: "fkb-moves", "aria-label": "moves" });
    this.title = h("p", { class: "fkb-title" });
    this.note = h("p", { class: "fkb-note" });
  }

  show({ title, line }, at) {
    this.title.textContent = title;
    this.title.hidden = !title;
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
    if (this.timer && at >= line.length - 1) this.pause();
  }

  fill(line) {
    this.line = line;
    const items = line.map((step, i) => {
      const name = i ? `${i}. ${step.move}` : "start";
      const label = i ? `${i}, ${playerWords(step.player)} ${step.move}${step.note ? ", with a note" : ""}` : "start";
      const onclick = () => (this.pause(), this.go(i));
      const button = h("button", { type: "button", "aria-label": label, onclick }, name);
      if (step.note) button.classList.add("fkb-noted");
      return h("li", {}, button);
    });
    this.list.replaceChildren(...items);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at >= this.line.length - 1) this.go(0);
    this.timer = setInterval(() => this.step(1), 900);
    this.setPlayButton("pause", "pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.setPlayButton("play", "play the moves");
  }

  setPlayButton(icon, name) {
    this.playButton.querySelector("path").setAttribute("d", ICONS[icon]);
    this.playButton.setAttribute("aria-label", name);
    this.playButton.title = name;
  }

  /** Answer a key if it is one for replaying. */
  onKey(key) {
    const by = { ",": -1, PageUp: -1, ".": 1, PageDown: 1 }[key];
    const to = { Home: 0, "<": 0, End: Infinity, ">": Infinity }[key];
    if (key === "p") this.toggle();
    else if (by) (this.pause(), this.step(by));
    else if (to !== undefined) (this.pause(), this.go(to));
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
function keyHelp(keys, heading = "Keys, while the board has the focus") {
  const rows = keys.map(([key, does]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, does)));
  const dialog = h("dialog", { class: "fkb-help", "aria-label": "keys" },
    h("table", {}, h("caption", {}, heading), h("tbody", {}, ...rows)),
    h("button", { type: "button", onclick: () => dialog.close() }, "Close"),
  );
  return dialog;
}

/**
 * Listen to keys, but not where text is typed or a control needs them itself.
 * JupyterLab would take single letters for its own ("d d" deletes the cell) unless the
 * element that has the focus says otherwise; its Ctrl and Alt keys go on working, and
 * Shift+Enter where a cell has not run yet (`data-run`).
 */
function listen(root, answer) {
  const guard = (event) => {
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    const runs = event.key === "Enter" && event.shiftKey && root.dataset.run;
    event.target.toggleAttribute("data-lm-suppress-shortcuts", !chord && !runs);
  };
  for (const kind of ["focusin", "keydown", "keyup"]) root.addEventListener(kind, guard);
  root.addEventListener("keydown", (event) => {
    const picking = event.target.type === "radio" && /^\d$/.test(event.key); // answers have numbers
    const typing = !picking && event.target.closest("input, select, textarea, dialog");
    if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!answer(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** What a replay and the board share: a stage, replay controls, a spoken line, and keys. */
class Reader {
  constructor(root, replayControls, keys, handlers) {
    Object.assign(this, { replay: replayControls, stage: new Stage(handlers), speaker: new Speaker(), help: keyHelp(keys) });
    this.flipButton = h("button", { type: "button", onclick: () => this.stage.flip() }, "Flip");
    this.spoilerButton = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.toggleSpoilers() });
    this.spoilerButton.hidden = true;
    this.stage.ondress = ({ aside }) => this.nameSpoilers(aside);
    this.keysButton = h("button", { type: "button", "aria-label": "keys", onclick: () => this.help.showModal() }, "?");
    listen(root, (key) => this.key(key));
  }

  /** Show or hide spoilers: regions that a player may want to find alone. */
  toggleSpoilers() {
    const on = this.stage.node.classList.toggle("fkb-marked");
    this.spoilerButton.setAttribute("aria-pressed", String(on));
  }

  /** Once there was a spoiler, its button stays: that it disappears would be one, too. */
  nameSpoilers(name) {
    if (!name) return;
    this.spoilerButton.textContent = name;
    this.spoilerButton.hidden = false;
  }

  key(key) {
    const does = {
      f: () => this.stage.flip(), b: () => this.speaker.say(this.stage.frame.words), "?": () => this.help.showModal(),
    }[key];
    does?.();
    return Boolean(does) || this.replay.onKey(key);
  }
}

/** Say how a board is played, where it stands in JupyterLab and its cell has not run: a cell
 * needs the first one of its notebook, and a reader's own game or player what makes it. */
function howToRun(root) {
  const cells = [...(root.closest(".jp-NotebookPanel")?.querySelectorAll(".jp-CodeCell") ?? [])];
  const words = h("p", { class: "fkb-run", hidden: !root.dataset.run?.startsWith("play") || !cells.length });
  const own = "above" in root.dataset || !root.dataset.play;
  const needs = own ? "all cells above" : "the notebook's first cell";
  const keys = ["Shift", "+", "Enter"].map((key) => (key === "+" ? key : h("kbd", {}, key)));
  if (cells[0]?.contains(root)) words.append("Press ", ...keys, " to play");
  else words.append(`To play, run ${needs}, and then this one: `, ...keys);
  return words;
}

/** Decode packed data, such as a walkthrough. */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

/** The data that an element carries: walkthroughs are packed, and so are a page's long games. */
const dataOf = async (root) => {
  const data = JSON.parse(root.querySelector(':scope > script[type="application/json"]').textContent);
  return typeof data === "string" ? unpack(data) : data;
};

/** A search that moves over a board in sight until a reader touches it, or says so. */
class Film {
  static PACE = 380; // milliseconds of a picture
  static REST = 4000; // of the last one

  constructor(root, stage, pictures) {
    Object.assign(this, { root, stage, pictures, at: 0, heard: new AbortController() });
    this.said = h("span", { "aria-hidden": "true" });
    this.node = h("div", { class: "fkb-film" },
      h("p", {}, "A program looks ahead: ", this.said, " ", h("button", { type: "button", onclick: () => this.end() }, "Stop")),
      h("p", {}, "The bigger an arrow, the more often its move was tried. The line is what it tries now."));
    const told = { signal: this.heard.signal, capture: true };
    for (const kind of ["pointerdown", "focusin", "keydown"]) stage.node.addEventListener(kind, () => this.end(), told);
    // The last entry is what holds now: while a page is laid out several may come at once.
    this.sight = new IntersectionObserver((entries) => (clearTimeout(this.timer), entries.at(-1).isIntersecting && this.beat()), { threshold: 0.5 });
    this.sight.observe(stage.node);
  }

  beat() {
    const { over, said } = this.pictures[this.at];
    this.stage.layer("over").replaceChildren(...svgNodes(over));
    this.said.textContent = said;
    this.at = (this.at + 1) % this.pictures.length;
    this.timer = setTimeout(() => this.beat(), this.at ? Film.PACE : Film.REST);
  }

  end() {
    clearTimeout(this.timer);
    this.sight.disconnect();
    this.heard.abort();
    this.node.remove();
    this.stage.layer("over").replaceChildren(...svgNodes(this.stage.frame.over));
  }
}

/** Bring a recorded game to life inside `root`, which shows a still picture of it. */
const replay = async (root) => showReplay(root, await dataOf(root));

/** Show a recorded game inside `root`, in the place of what picture stands there. */
function showReplay(root, data) {
  let at = data.at;
  const waits = data.line.length < 2; // for somebody to play
  const show = () => {
    root.dataset.at = at; // where it is played on from
    stage.show({ ...data.frames[at], scene: data.scenes[data.frames[at].scene] });
    replayControls.show({ ...data, title: data.title || stage.scene.title }, at);
    const { player, move } = data.line[at];
    const told = move ? `${capital(playerWords(player))}: ${move}. ` : "";
    speaker.say(`${told}${capital(data.frames[at].status)}.`);
  };
  /** Who touches the board wants to play: on a page a button for that may follow. */
  const onpoint = (name) => {
    root.dataset.clicked = name; // the board that follows takes the click
    root.parentElement.querySelector(":scope > .play button")?.click();
  };
  const replayControls = new ReplayControls({ go: (to) => ((at = to), show()), step: (by) => replayControls.go(at + by) });
  const { stage, speaker, help, flipButton, spoilerButton, keysButton } = new Reader(root, replayControls, READING_KEYS, { onpoint });
  replayControls.controls.append(flipButton, spoilerButton, keysButton);
  replayControls.controls.hidden = replayControls.list.hidden = waits;
  for (const still of root.querySelectorAll(":scope > :is(svg, p)")) still.remove();
  root.append(
    h("div", { class: waits ? "" : "fkb-two" },
      h("div", {}, howToRun(root), stage.node, speaker.node, replayControls.controls),
      h("div", { hidden: waits && !data.title }, replayControls.title, replayControls.note, replayControls.list)),
    help);
  show();
  if (data.film && !wantsLessMotion()) speaker.node.after(new Film(root, stage, data.film).node);
}
