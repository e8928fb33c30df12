// Below a plot: a board with the rules and the players of one of its points, which the
// reader clicks or chooses by the arrow keys, and the first of the point's stored games,
// from its start on.
const AFTER_LAST_MOVE = 2_000; // no stored game has more moves

/** Put the buttons, and the place of a board, below a plot; return what chooses a point. */
function pointsOf(plot) {
  const button = (words, onclick) => make("button", { type: "button", hidden: true, onclick }, words);
  const words = make("span", {}, "Click a point, or choose one by the arrow keys, to play its rules.");
  const play = button("Play this", () => begin(0)), watch = button("Watch one of its games", () => begin(AFTER_LAST_MOVE));
  const away = button("Close the board", () => leave()), said = make("span", { role: "status" });
  const cost = make("span", {}, COST), board = make("div", { className: "board", hidden: true });
  let end = null, token = "";

  const leave = () => {
    end?.();
    end = null;
    board.replaceChildren();
    away.hidden = board.hidden = true;
  };
  const lost = ({ message }) => {
    leave();
    said.textContent = `No board can be shown: ${message}.`;
  };
  const begin = async (at) => {
    leave();
    play.disabled = watch.disabled = true;
    said.textContent = window.foxkitPlay ? "" : "Python is coming …";
    try {
      const show = await load();
      board.hidden = false;
      end = await show(board, "board", token, at, () => (said.textContent = window.foxkitPlay.note ?? ""), lost, at === AFTER_LAST_MOVE, at === AFTER_LAST_MOVE);
      if (at === AFTER_LAST_MOVE) board.querySelector("[aria-label='play the moves']").focus({ preventScroll: true });
      away.hidden = false;
      bring(board);
    } catch (error) {
      lost(error);
    }
    cost.remove();
    play.disabled = watch.disabled = false;
  };
  play.append(cost);
  (plot.parentElement.querySelector(".take") ?? plot).after(
    make("p", { className: "play" }, words, " ", play, " ", watch, " ", away, " ", said), board);
  return (part) => {
    token = part.dataset.games.replace(/^#(\d+)$/, (_, n) => SHARED_GAMES[n]); // those of several points stand once
    words.textContent = part.dataset.told ?? part.querySelector("title").textContent;
    play.hidden = watch.hidden = false;
    if (window.foxkitPlay) cost.remove();
  };
}

const SHARED_GAMES = JSON.parse(document.querySelector(".fk-games")?.textContent ?? "[]");

for (const plot of document.querySelectorAll("svg.fk:has([data-games])")) {
  const choose = pointsOf(plot);
  const hear = ({ target }) => target.closest("[data-games]") && choose(target.closest("[data-games]"));
  plot.addEventListener("click", hear);
  plot.addEventListener("fk-chosen", hear);
}
