// Boards and steppers of a page: the notebook's own, their kernel a worker of the page.

const START_LIMIT_SECONDS = 600; // seconds until Python has to be there: Safari's engine took three minutes on a busy machine
const PULSE_SECONDS = 5; // seconds between questions whether it still is
const MAX_SILENT_PULSES = 24; // of them without an answer, and it is not: workers die without a word

/** Return the files that are packed in a text, by name. */
async function unpacked(text) {
  const letters = atob(text), packed = new Uint8Array(letters.length);
  for (let i = 0; i < packed.length; i++) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const whole = await new Response(stream).arrayBuffer(), end = new Uint8Array(whole).indexOf(10);
  let at = end + 1;
  const sizes = JSON.parse(new TextDecoder().decode(whole.slice(0, end)));
  return Object.fromEntries(sizes.map(([name, size]) => [name, whole.slice(at, (at += size))]));
}

/** Python in a worker, for all boards of the page. */
class PythonWorker {
  constructor() {
    this.models = [];
    this.ready = this.begin();
    this.ready.catch((error) => this.end(error));
  }

  async begin() {
    const [files, sources] = await Promise.all([FILES, SOURCES].map(unpacked));
    this.code = sources["foxkit/site/play/searches.wasm"];
    const source = new TextEncoder().encode(WORKER), letters = Array.from(source, (byte) => String.fromCharCode(byte));
    this.worker = new Worker(`data:text/javascript;base64,${btoa(letters.join(""))}`, { type: "module" });
    return new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`Python was not there within ${START_LIMIT_SECONDS} seconds`)), 1000 * START_LIMIT_SECONDS);
      this.worker.onerror = ({ message }) => {
        clearTimeout(late);
        fail(new Error(message || "the worker did not start"));
        this.end(new Error(message));
      };
      this.worker.onmessage = ({ data }) => {
        this.silent = 0;
        if (typeof data === "string") return this.hear(JSON.parse(data));
        if (!data.begun) return;
        clearTimeout(late);
        this.pulse = setInterval(() => this.beat(), 1000 * PULSE_SECONDS);
        done();
      };
      this.worker.postMessage({ files, sources, lock: LOCK });
    });
  }

  /** Ask whether the worker lives. Beats are counted, not seconds: computers sleep. */
  beat() {
    if (this.silent++ < MAX_SILENT_PULSES) this.worker.postMessage("alive?");
    else this.end(new Error("Python has ended, or has said nothing for two minutes"));
  }

  /** Hand a board what has changed in it, or take down what is to be said of all. */
  hear({ board, parts, token, fault, note }) {
    if (note) play.note = note;
    else if (fault) this.models[board]?.lost(new Error(fault));
    else this.models[board]?.take(parts, token);
  }

  /** Python is no more: every board says so, and gives its place back to its picture. */
  end(error) {
    this.worker?.terminate();
    clearInterval(this.pulse);
    this.over = true;
    for (const model of this.models) model.lost(error);
  }
}

/** What a board of the page shows, and where it sends what is done. */
class PageModel {
  constructor(python, { began, moved, lost }) {
    Object.assign(this, { python, began, moved, lost, shown: null, heard: {} });
    this.number = python.models.push(this) - 1;
  }

  take(parts, token) {
    const first = !this.shown;
    this.shown = { ...this.shown, ...parts };
    if (first) this.began();
    else for (const name of Object.keys(parts)) this.heard[`change:${name}`]?.();
    this.moved(token);
  }

  get(name) {
    return this.shown[name];
  }

  set(name, value) {
    this.shown[name] = value;
  }

  save_changes() {} // what was set is the page's alone

  on(event, hear) {
    this.heard[event] = hear;
  }

  off(event) {
    delete this.heard[event];
  }

  /** End Python, whatever it is doing; what else was open on the page comes back. */
  stop() {
    play.stop();
  }

  send(message) {
    if (this.python.over) throw new Error("Python is gone");
    this.python.worker.postMessage(JSON.stringify({ ...message, board: this.number }));
  }
}

let python = null;

async function there() {
  if (!python || python.over) python = new PythonWorker();
  await python.ready;
  return python;
}

/**
 * Play on from a token, in `el`, with one of `WIDGETS`. `moved(token)` is called
 * after every change, and `lost(error)` where Python is gone. Return, once the board is
 * there, what ends it; what is to be said of all stands in `play.note`. Where it `waits`,
 * nothing is searched until the reader says so; a game to be `watched` is at its start.
 */
async function play(el, kind, token, at, moved, lost, waits = false, watched = false) {
  const python = await there();
  if (!document.getElementById("fk-play-style")) document.head.append(h("style", { id: "fk-play-style" }, STYLE));
  let model;
  await new Promise((began, fail) => {
    model = new PageModel(python, { began, moved, lost: fail });
    model.send({ do: "begin", kind, token, at, waits, watched });
  });
  model.lost = lost;
  const board = WIDGETS[kind].render({ model, el });
  el.querySelector(".fkb-points [tabindex='0'], .fks")?.focus({ preventScroll: true });
  return () => {
    board();
    model.lost = () => {};
    model.python.over || model.send({ do: "end" });
  };
}

/** End Python, in the middle of a search as well. */
play.stop = () => python?.end(new Error("Stopped"));

/** Return what runs cells, and stops all that runs: `take` hears what each shows. */
play.cells = async (take, lost) => {
  const python = await there(), board = python.models.push({ take, lost }) - 1;
  const run = (name, source) => python.worker.postMessage(JSON.stringify({ do: "run", board, name, source }));
  return { run, stop: () => python.end(new Error("Stopped")) };
};
