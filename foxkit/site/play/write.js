// Exercises that are answered on the page: an editor in the place of the reader's cell.

const LONGEST = 100_000; // letters of an answer that is kept

/**
 * Read what was kept of an answer on this very page, or keep it, where the browser keeps
 * anything. Pages of a disk share one store, and another may write there: it is a text.
 */
function kept(name, text) {
  const key = `foxkit: ${location.pathname}: ${name}`;
  try {
    if (text !== undefined) return localStorage.setItem(key, text.slice(0, LONGEST));
    return localStorage.getItem(key)?.slice(0, LONGEST) ?? null;
  } catch {
    return null; // then it lasts as long as the page
  }
}

/** Write over what is selected, so that it can be undone. */
function type(area, text) {
  area.focus();
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
function below(area) {
  const line = area.value.slice(0, area.selectionStart).split("\n").pop();
  type(area, `\n${line.match(/^ */)[0]}${/:\s*(#.*)?$/.test(line) ? "    " : ""}`);
}

/** Hear the keys of an editor. After Escape, Tab goes on to what comes next. */
function keys(area, run) {
  let leaving = false;
  area.onkeydown = (event) => {
    const { key } = event, runs = event.ctrlKey || event.metaKey || event.shiftKey;
    const does = { Enter: () => (runs ? run() : below(area)), Tab: () => indent(area, event.shiftKey) }[key];
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

/** Put an editor in the place of a cell, and what it shows below. */
function editor(code) {
  const name = code.dataset.write, stub = code.querySelector("pre").textContent.trimEnd();
  const cell = code.parentElement, help = `keys-${name}`;
  const button = (words, onclick, hidden = false) => make("button", { type: "button", onclick, hidden }, words);
  const numbers = make("pre", { ariaHidden: "true" });
  const area = make("textarea", { id: `write-${name}`, value: kept(name) ?? stub, wrap: "off", spellcheck: false,
    autocapitalize: "off", autocomplete: "off" });
  const cost = make("span", {}, COST), check = button("Check", () => run()), stop = button("Stop", () => runner?.stop(), true);
  const again = button("Start over", () => (area.select(), type(area, stub)));
  const said = make("span", { role: "status" }), shown = make("div", { className: "shown" });
  const meet = button("Play against it", () => play(), true), board = make("div", { className: "board", hidden: true });
  let runner = null, running = false, end = null;

  const changed = () => {
    const lines = area.value.split("\n").length;
    area.rows = lines + 1; // room for the bar of what scrolls sideways
    numbers.textContent = Array.from({ length: lines }, (_, at) => at + 1).join("\n");
    again.hidden = area.value === stub;
  };
  const turn = (on, words = "") => {
    running = on;
    check.disabled = on;
    stop.hidden = !(on && runner);
    cost.hidden = Boolean(window.foxkitPlay);
    said.textContent = words;
  };
  const take = ({ said, plays }) => {
    turn(false);
    shown.replaceChildren(...(Array.isArray(said) ? said.map(paragraph) : []));
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
      runner.run(name, area.value);
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

  area.oninput = () => (changed(), kept(name, area.value));
  area.setAttribute("aria-describedby", help);
  check.append(cost);
  keys(area, run);
  changed();
  cell.querySelector(".output_wrapper")?.remove();
  code.replaceWith(make("div", { className: "write" },
    make("label", { htmlFor: area.id }, "Your answer"), make("div", {}, numbers, area),
    make("p", { id: help }, "Ctrl+Enter checks it, Tab indents; Escape, then Tab, goes on from here."),
    make("p", { className: "play" }, check, " ", stop, " ", again, " ", said), shown,
    make("p", { className: "play" }, meet)), board);
}

document.querySelectorAll("[data-write]").forEach(editor);
