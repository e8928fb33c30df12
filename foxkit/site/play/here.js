// "Play here" under every picture that says what it shows, and under every stepper that
// it may begin elsewhere, and in the place of a lab; a triangle on each of several boards.
// Nothing is loaded before.
(() => {
  const pictures = [...document.querySelectorAll("[data-play], [data-steps], [data-lab]")]
    .filter(({ dataset: { play, steps, lab } }) => play || steps || lab)
    // A lab has boards of its own: its picture needs no button beside the lab's.
    .filter((each) => each.dataset.lab || !each.closest(".output_wrapper")?.querySelector("[data-lab]"));

  const WORDS = {
    board: { there: "Play here", back: "Back to the picture", stays: "This cannot be played here", what: "picture" },
    steps: { there: "Step from another position", back: "Back to the first steps",
      stays: "No other steps can be shown", what: "search" },
    lab: { there: "Play it on this page", back: "Back to the text", stays: "No games can be played here", what: "text" },
  };

  /** Put a triangle in the corner of a board that stands among others: they share a frame. */
  const frames = new Map();
  const mark = (board, whole, triangle) => {
    if (!frames.has(whole)) {
      frames.set(whole, make("div", { className: "boards" }));
      whole.replaceWith(frames.get(whole));
      frames.get(whole).append(whole);
    }
    const move = () => {
      const of = whole.viewBox.baseVal, [x, y, width, height] = ["x", "y", "width", "height"].map((side) => board[side].baseVal.value);
      Object.assign(triangle.style, { left: `${(100 * (x + width)) / of.width}%`, top: `${(100 * (y + height)) / of.height}%` });
    };
    frames.get(whole).append(triangle);
    move();
    PHONE.addEventListener("change", move); // boards have moved by then
    return frames.get(whole);
  };

  /** Put a board in a picture's place, until the reader or a fault brings it back. */
  const places = pictures.map((picture, number) => {
    const { play: game, steps, lab } = picture.dataset, first = game || steps || lab;
    const kind = game ? "board" : steps ? "steps" : "lab", words = WORDS[kind];
    const whole = picture.ownerSVGElement; // pictures side by side
    const side = picture.dataset.run?.match(/^play (the .*)$/)?.[1]; // that the reader plays
    const there = whole ? `${words.there}: ${picture.dataset.name}` : side ? `Play ${side}` : words.there;
    const button = make("button", { type: "button", className: side ? "main" : "", onclick: () => begin() }, there);
    const triangle = whole && make("button", { type: "button", className: "triangle", ariaLabel: there, title: there + COST,
      onclick: () => begin() }, "\u25b6\ufe0e");
    const cost = make("span", {}, COST), said = make("span", { role: "status" });
    const el = make("div", { hidden: true, className: "board" });
    button.append(cost);
    const line = make("p", { className: "play", hidden: Boolean(whole) }, button, " ", said);
    (whole ? mark(picture, whole, triangle) : picture).after(line, el);
    const stop = make("button", { type: "button", hidden: true, onclick: () => window.foxkitPlay?.stop() }, "Stop");
    button.after(" ", stop);
    let end = null, token = first, at = null;

    const show = (playing) => {
      if (!whole) picture.style.display = playing ? "none" : ""; // it may be SVG
      el.hidden = !playing;
      if (whole) triangle.hidden = playing, line.hidden = !playing && !said.textContent;
      button.firstChild.textContent = playing ? words.back : there;
      cost.hidden = playing || Boolean(window.foxkitPlay);
    };
    const moved = (now) => {
      token = now;
      said.textContent = window.foxkitPlay.note ?? "";
      history.replaceState(history.state, "", `#play=${number}.${now}`);
    };
    const lost = (error) => {
      const again = end && error.message === "Stopped"; // by another board's button
      end = void end?.();
      el.replaceChildren();
      show(false);
      said.textContent = `${words.stays}: ${error.message}. The ${words.what} stays.`;
      if (again) begin(true);
    };
    const begin = async (waits = false) => {
      if (end) return end(), (end = null), el.replaceChildren(), (said.textContent = ""), show(false);
      const begun = Date.now();
      said.textContent = window.foxkitPlay ? "" : "Python is coming: about three seconds …";
      const longer = setInterval(() => {
        const seconds = Math.round((Date.now() - begun) / 1000);
        said.textContent = `Python is still coming, after ${seconds} seconds: a busy computer takes longer …`;
      }, 10_000);
      picture.classList.add("coming");
      button.disabled = true;
      line.hidden = false;
      try {
        const play = await load();
        stop.hidden = false;
        if (token === first && picture.dataset.at) at = Number(picture.dataset.at);
        el.hidden = false; // it has its width, and no height until all of it is there
        el.classList.add("loading");
        end = await play(el, kind, token, at, moved, lost, waits);
        el.classList.remove("loading");
        show(true);
        el.querySelector(`.fkb-points [data-point="${CSS.escape(picture.dataset.clicked ?? "")}"]`)?.click();
        delete picture.dataset.clicked;
        bring(el, kind === "lab"); // which grows with its first answer
        for (const each of places) each.known();
      } catch (error) {
        lost(error);
      }
      clearInterval(longer);
      el.classList.remove("loading");
      picture.classList.remove("coming");
      stop.hidden = true;
      button.disabled = false;
    };
    return { known: () => (cost.hidden = true), from: (other) => ((token = other), (at = null), begin(true)), picture };
  });

  const asked = location.hash.match(/^#play=(\d+)\.([\w-]+)$/);
  const there = asked && places[asked[1]];
  if (there) there.picture.scrollIntoView(), there.from(asked[2]);
})();
