// The stepper in a notebook: its settings are sliders, its score is the kernel's.

/** A slider over some values; it is told when the reader lets go. */
function knobSlider({ label, values, value }, set) {
  const shown = h("output", {}, String(value));
  const oninput = () => (shown.textContent = values[input.value]);
  const input = h("input", { type: "range", min: 0, max: values.length - 1, value: Math.max(0, values.indexOf(value)),
    "aria-label": label, "aria-valuetext": String(value), oninput, onchange: () => set(values[input.value]) });
  return h("label", { class: "fkb-slider" }, label, input, shown);
}

export default {
  render({ model, el }) {
    const root = h("div", { class: "fk fks" });
    el.append(root);
    const stepper = new Stepper(root, (score) => {
      model.set("score", score);
      model.save_changes();
    });
    const set = (name) => (value) => {
      try {
        stepper.words.textContent = "The search runs again.";
        model.send({ name, value });
      } catch {
        stepper.words.textContent = "This stepper has lost its kernel: run its cell again.";
      }
    };
    const load = async () => {
      stepper.settings.replaceChildren(...model.get("knobs").map((knob) => knobSlider(knob, set(knob.name))));
      stepper.load(await unpack(model.get("tape")), model.get("score"));
    };
    const say = () => (stepper.words.textContent = model.get("said")[1]);
    model.on("change:tape", load);
    model.on("change:said", say);
    load();
    return () => {
      stepper.rest();
      model.off("change:tape", load);
      model.off("change:said", say);
    };
  },
};
