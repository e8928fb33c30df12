// Exercises that are answered on the page: an editor in the place of the reader's cell.

const MAX_KEPT_LETTERS = 100_000; // letters of an answer that is kept

/**
 * Read what was kept of an answer on this very page, or keep it, where the browser keeps
 * anything. Pages of a disk share one store, and another may write there: it is a text.
 */
function kept(name, text) {
  const key = `foxkit: ${location.pathname}: ${name}`;
  try {
    if (text !== undefined) return localStorage.setItem(key, text.slice(0, MAX_KEPT_LETTERS));
    return localStorage.getItem(key)?.slice(0, MAX_KEPT_LETTERS) ?? null;
  } catch {
    return null; // then it lasts as long as the page
  }
}

/** Write over what is selected, so that it can be undone. */
function type(area, text) {
  area.focus();
  if (!text && area.selectionStart === area.selectionEnd) return; // "delete" would take a letter
  if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
    area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input"));
  }
}

/** Indent the lines of the selection by four, or take that back. */
function indent(area, back) {
  const { value, selectionStart: from, selectionEnd: to } = area;
  if (from === to && !back) return type(area, "    ");
  const first = value.lastIndexOf("\n", from - 1) + 1;
  const lines = value.slice(first, to).replace(back ? /^ {1,4}/gm : /^(?=.)/gm, back ? "" : "    ");
  area.setSelectionRange(first, to);
  type(area, lines);
  area.setSelectionRange(from === to ? first + lines.length : first, first + lines.length);
}

/** Begin a line below another: as far in, or farther after a colon. */
function beginLineBelow(area) {
  const line = area.value.slice(0, area.selectionStart).split("\n").pop();
  type(area, `\n${line.match(/^ */)[0]}${/:\s*(#.*)?$/.test(line) ? "    " : ""}`);
}

/** Hear the keys of an editor. After Escape, Tab goes on to what comes next. */
function listenToKeys(area, run) {
  let leaving = false;
  area.onkeydown = (event) => {
    const { key } = event, runs = event.ctrlKey || event.metaKey || event.shiftKey;
    const does = { Enter: () => (runs ? run() : beginLineBelow(area)), Tab: () => indent(area, event.shiftKey) }[key];
    if (does && !(leaving && key === "Tab")) event.preventDefault(), does();
    if (key !== "Shift") leaving = key === "Escape";
  };
}

/** What Python has said: what was printed as it is, or words with code between backticks. */
function paragraph({ printed, head, words }) {
  if (printed !== undefined) return make("pre", {}, String(printed));
  const parts = String(words).split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));
  const node = make("p", {}, ...(head ? [make("strong", {}, String(head)), " "] : []), ...parts);
  node.setAttribute("role", "status");
  return node;
}

/** An editor of a cell: its parts, the text in it, and the cell that is run. */
function cellEditor(name, stub, run, changed) {
  const help = `keys-${name}`, numbers = make("pre", { ariaHidden: "true" });
  const area = make("textarea", { id: `write-${name}`, wrap: "off", spellcheck: false, autocapitalize: "off",
    autocomplete: "off" });
  const show = () => {
    const lines = area.value.split("\n").length;
    area.rows = lines + 1; // room for the bar of what scrolls sideways
    numbers.textContent = Array.from({ length: lines }, (_, at) => at + 1).join("\n");
    changed();
  };
  area.oninput = show;
  area.setAttribute("aria-describedby", help);
  listenToKeys(area, run);
  return {
    parts: [make("label", { htmlFor: area.id }, "Your answer"), make("div", {}, numbers, area),
      make("p", { id: help }, "Ctrl+Enter checks it, Tab indents; Escape, then Tab, goes on from here.")],
    empty: stub,
    text: () => area.value,
    source: () => area.value,
    begin: (text) => ((area.value = text), show()),
    clear: () => (area.select(), type(area, stub)),
  };
}

/** Fields of a short answer, of words or of numbers: the same as an editor of a cell. */
function fields(name, asked, run, changed) {
  const inputs = asked.map(([what], at) => make("input", { type: "text", id: `write-${name}${at ? `-${at}` : ""}`,
    spellcheck: false, autocapitalize: "off", autocomplete: "off", oninput: changed,
    onkeydown: ({ key }) => void (key === "Enter" && run()) })); // false would stop what is typed
  const part = ({ value }, at) => {
    if (!value.trim()) return "...";
    return asked[at][1] === "words" ? JSON.stringify(value.trim()) : value.trim().replace(/^(-?\d+),(\d+)$/, "$1.$2");
  };
  const answer = () => inputs.map(part).join(", ");
  return {
    parts: inputs.map((input, at) => make("p", { className: "field" },
      make("label", { htmlFor: input.id }, asked[at][0]), input)),
    empty: "\n".repeat(inputs.length - 1),
    text: () => inputs.map(({ value }) => value).join("\n"),
    source: () => `answer = ${inputs.length > 1 ? `(${answer()})` : answer()}\ncheck(${JSON.stringify(name)}, answer)`,
    begin: (text) => (text.split("\n").forEach((each, at) => inputs[at] && (inputs[at].value = each)), changed()),
    clear: () => (inputs.forEach((input) => (input.value = "")), inputs[0].focus(), changed()),
  };
}

/** Put an editor, or fields, in the place of a cell, and what it shows below. */
function exercise(code) {
  const { write: name, fields: asked } = code.dataset, cell = code.parentElement;
  const button = (words, onclick, hidden = false) => make("button", { type: "button", onclick, hidden }, words);
  const cost = make("span", {}, COST), check = button("Check", () => run()), stop = button("Stop", () => runner?.stop(), true);
  const again = button("Start over", () => input.clear());
  const said = make("span", { role: "status" }), shown = make("div", { className: "shown" });
  const meet = button("Play against it", () => play(), true), board = make("div", { className: "board", hidden: true });
  const changed = () => {
    again.hidden = input.text() === input.empty;
    kept(name, input.text());
  };
  const input = asked ? fields(name, JSON.parse(asked), () => run(), changed)
    : cellEditor(name, code.querySelector("pre").textContent.trimEnd(), () => run(), changed);
  let runner = null, running = false, end = null;

  const turn = (on, words = "") => {
    running = on;
    check.disabled = on;
    stop.hidden = !(on && runner);
    cost.hidden = Boolean(window.foxkitPlay);
    said.textContent = words;
  };
  const take = ({ so_far, said: all, plays }) => {
    if (so_far !== undefined) return void (said.textContent = `Running … ${so_far}`);
    turn(false);
    shown.replaceChildren(...(Array.isArray(all) ? all.map(paragraph) : []));
    meet.hidden = !plays;
  };
  const lost = ({ message }) => {
    runner = null;
    meet.hidden = true;
    turn(false, running ? `${message}. What you wrote is still there.` : "");
  };
  const run = async () => {
    if (running) return;
    turn(true, "Python is coming …");
    try {
      runner ??= await (await load()).cells(take, lost);
      turn(true, "Running …");
      runner.run(name, input.source());
    } catch (error) {
      lost(error);
    }
  };
  const play = async () => {
    const gone = ({ message }) => (board.replaceChildren(), (end = null), (said.textContent = `${message}.`));
    end?.();
    board.replaceChildren();
    board.hidden = false;
    try {
      end = await window.foxkitPlay(board, "board", name, null, () => {}, gone);
    } catch (error) {
      gone(error);
    }
  };

  check.append(cost);
  input.begin(kept(name) ?? input.empty);
  cell.querySelector(".output_wrapper")?.remove();
  code.replaceWith(make("div", { className: "write" }, ...input.parts,
    make("p", { className: "play" }, check, " ", stop, " ", again, " ", said), shown,
    make("p", { className: "play" }, meet)), board);
}

document.querySelectorAll("[data-write]").forEach(exercise);
