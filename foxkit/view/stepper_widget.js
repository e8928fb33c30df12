// The stepper in a notebook: its settings are sliders, its score is the kernel's.

/** A slider over some values; it is told when the reader lets go. */
function knobSlider({ label, choices, value }, set) {
  const shown = h("output", {}, String(value));
  const oninput = () => (shown.textContent = choices[input.value]);
  const input = h("input", { type: "range", min: 0, max: choices.length - 1, value: Math.max(0, choices.indexOf(value)),
    "aria-label": label, "aria-valuetext": String(value), oninput, onchange: () => set(choices[input.value]) });
  return h("label", { class: "fkb-slider" }, label, input, shown);
}

/** A field for the text of a position; it is told what the reader has typed. */
function positionForm(text, set) {
  const onsubmit = (event) => (event.preventDefault(), set(input.value));
  const onkeydown = (event) => event.key === "Enter" && onsubmit(event); // a notebook sends no form by Enter
  const input = h("input", { type: "text", value: text, spellcheck: "false", autocomplete: "off", onkeydown });
  return h("form", { class: "fks-place", onsubmit },
    h("label", {}, h("span", {}, "position"), input), h("button", { type: "submit" }, "Search from here"));
}

export default {
  render({ model, el }) {
    const root = h("div", { class: "fk fks" }), problem = h("p", { class: "fks-problem", role: "alert" });
    el.append(root);
    const stepper = new Stepper(root, (score) => {
      model.set("score", score);
      model.save_changes();
    });
    // A page can end its Python; in a notebook the kernel is interrupted.
    const stop = h("button", { type: "button", hidden: true, onclick: () => model.stop() }, "Stop");
    const begin = h("button", { type: "button", onclick: () => set("begin")(null) }, "Begin the search");
    const set = (name) => (value) => {
      problem.textContent = "";
      try {
        stepper.words.textContent = "The search runs.";
        stop.hidden = !model.stop;
        model.send({ name, value });
      } catch {
        stepper.words.textContent = "This stepper has lost its kernel: run its cell again.";
      }
    };
    const load = async () => {
      stop.hidden = true;
      begin.hidden = !model.get("waits");
      const knobs = model.get("knobs").map((knob) => knobSlider(knob, set(knob.name)));
      stepper.settings.replaceChildren(...knobs, positionForm(model.get("position"), set("position")),
        begin, stop, problem);
      stepper.load(await unpack(model.get("log")), model.get("score"));
    };
    const say = () => {
      stop.hidden = true;
      problem.textContent = model.get("said")[1];
      stepper.show(); // the search that there was goes on
    };
    model.on("change:log", load);
    model.on("change:said", say);
    load();
    return () => {
      stepper.pause();
      model.off("change:log", load);
      model.off("change:said", say);
    };
  },
};
