"""One stepper for every search: trace, replay, predict, check, count."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from foxkit.core.arguments import one_of
from foxkit.core.position import Position, require_position
from foxkit.core.quoting import quoted
from foxkit.view import svg
from foxkit.view.drawing import Drawing
from foxkit.view.live_elements import live_element
from foxkit.view.opponents import SliderSetting
from foxkit.view.record import parse_untrusted_position
from foxkit.view.share import read_search_token, require_little_work, search_token
from foxkit.view.steps.alphabeta import AlphaBetaWalkthrough
from foxkit.view.steps.deals import DealsWalkthrough, FusionWalkthrough
from foxkit.view.steps.max_n import MaxNWalkthrough
from foxkit.view.steps.mcts import MctsWalkthrough
from foxkit.view.steps.retrograde import RetrogradeWalkthrough
from foxkit.view.steps.walkthrough import SearchWalkthrough

_SEED_SLIDER = SliderSetting("seed", "seed", tuple(range(1, 21)), 1)
_C_CHOICES = (0.0, 0.04, 0.1, 0.2, 0.4, 0.7, 1.0, 2.0, 4.0)
WALKTHROUGHS: Mapping[
    str, tuple[Callable[..., SearchWalkthrough], *tuple[SliderSetting, ...]]
] = {
    "MCTS": (
        MctsWalkthrough,
        SliderSetting("c", "C", _C_CHOICES, 0.4),
        SliderSetting("cutoff", "cutoff", (0, 1, 2, 3, 5, 10, 20, -1), 0),
        _SEED_SLIDER,
    ),
    "alpha-beta": (
        AlphaBetaWalkthrough,
        SliderSetting("depth", "depth", (1, 2, 3, 4), 2),
        SliderSetting("killers", "killers", (0, 1), 0),
        SliderSetting("table", "table", (0, 1), 0),
    ),
    "max^n": (MaxNWalkthrough, SliderSetting("depth", "depth", (1, 2, 3), 3)),
    "retrograde": (RetrogradeWalkthrough,),
    "deals": (DealsWalkthrough, _SEED_SLIDER),
    "strategy fusion": (FusionWalkthrough,),
}
"""The searches by name: the walkthrough of each, and what a reader may set."""


WAITING = "This search came with the address: it begins when you say so."


class Stepper:
    """A search of a position that is shown step by step, forwards and back.

    The page asks what comes next before it shows it. A reader can change the settings
    and type in another position. Without Python a page shows the steps that it has.

    Args:
        position: where the search begins.
        search: `MCTS`, `alpha-beta`, `max^n`, `retrograde`, `deals` or `strategy
            fusion`; the last two are for Frank's Zoo.
        evaluation: estimates positions; by default the game's own. Where it depends on
            the position at which the search begins, a function of that.
        settings: of the search, see its function in `foxkit.view.steps`.

    Attributes:
        steps: the search as it was traced last.
        shown: what the page shows, by parts.
        on_change: called with the parts that have changed.

    Raises:
        ValueError: there is no such search, or a setting is out of its range.

    Examples:
        >>> stepper = Stepper(Position.start(FoxGame()), "MCTS", c=0.4, simulations=20)
        >>> "position" in stepper.shown
        True
    """

    def __init__(
        self,
        position: Position,
        search: str = "MCTS",
        evaluation: Any = None,
        **settings: Any,
    ) -> None:
        self._begin(position, search, evaluation, settings)
        self._run_search()

    def _begin(
        self, position: Position, search: str, evaluation: Any, settings: Any
    ) -> None:
        """Set the search that will be shown, with its position and settings."""
        require_position(position)
        one_of("search", search, WALKTHROUGHS)
        self._walkthrough_class, *self._sliders = WALKTHROUGHS[search]
        self._position, self._search, self._evaluation = position, search, evaluation
        self._settings, self._is_strange = settings, False
        self.shown: dict[str, Any] = {"said": [0, ""]}
        self.on_change: Callable[[dict[str, Any]], None] = lambda parts: None
        self._widget: Any = None

    @classmethod
    def from_token(cls, token: str, waits: bool = False) -> "Stepper":
        """The stepper that a token describes, which `token` gives.

        Where it `waits`, somebody else may have written the token: it shows the
        position and the settings, and searches only when the reader says so, and only
        what takes some seconds.
        """
        stepper = cls.__new__(cls)
        stepper._begin(*read_search_token(token))
        stepper._is_strange = waits
        (stepper._show_start if waits else stepper._run_search)()
        return stepper

    def token(self) -> str:
        """The search as a text; empty where only this notebook knows a part of it."""
        search_args = self._position, self._search, self._evaluation, self._settings
        return search_token(*search_args)

    def close(self) -> None:
        """Take the stepper off the page."""
        if self._widget is not None:
            self._widget.close()

    def _show_start(self) -> None:
        """Show the position and the settings before a search has begun."""
        named = (f"{name} {value}" for name, value in self._settings.items())
        self.walkthrough = SearchWalkthrough(
            ", ".join([self._search, *named]), self._position, ("begin",), ("",)
        )
        self.walkthrough.step("begin", WAITING)
        self._show_all()

    def _run_search(self) -> None:
        """Run the search, write its steps down, and show them."""
        position, judge = self._position, self._evaluation
        if self._is_strange:
            require_little_work(position, self._search, self._settings)
        judge = judge(position) if callable(judge) else judge
        self.walkthrough = self._walkthrough_class(position, judge, **self._settings)
        self._show_all()

    def _show_all(self) -> None:
        """Show all parts of the page."""
        knobs = [
            vars(each) | {"value": self._settings.get(each.name, each.value)}
            for each in self._sliders
        ]
        text, log = self._position.text, self.walkthrough.compressed_text()
        waits = self.walkthrough.steps[0]["words"] == WAITING
        self._show(position=text, score={}, knobs=knobs, log=log, waits=waits)

    def _show(self, **parts: Any) -> None:
        """Update parts of `shown`, and pass them on."""
        self.shown |= parts
        self.on_change(parts)

    def receive(self, message: Any) -> None:
        """Set what a reader has changed; say what is wrong with it."""
        before = self._position, self._settings
        content = message if isinstance(message, Mapping) else {}
        name, value = content.get("name"), content.get("value")
        try:
            if name == "position" and isinstance(value, str):
                self._position = parse_untrusted_position(
                    self._position.game, value.strip()
                )
            elif name != "begin":
                self._settings = self._settings | self._slider_value(name, value)
            self._run_search()
        except ValueError as error:
            self._position, self._settings = before
            self._show(said=[self.shown["said"][0] + 1, str(error)])

    def _slider_value(self, name: Any, value: Any) -> dict[str, float]:
        """A setting as its slider has it; ValueError where none has."""
        for slider in self._sliders:
            if slider.name == name and value in slider.choices:
                return {slider.name: slider.choices[slider.choices.index(value)]}
        named = ", ".join(f"{x.name} {x.choices}" for x in self._sliders)
        fault = f"{quoted(name)} {quoted(value)} is no setting; there are {named}"
        raise ValueError(fault)

    def still(self) -> Drawing:
        """A picture of the position at which the search begins."""
        drawn = svg.board(self._position, caption=self.walkthrough.title)
        return replace(drawn, play="")  # the search goes on from here, and no game

    def _repr_html_(self) -> str:
        """A fragment: a picture, and the script that brings it to life."""
        words = (
            f"{self.walkthrough.title}: {len(self.walkthrough.steps)} steps to read."
        )
        at, does = f'data-steps="{self.token()}"', "step through this search"
        return live_element(
            "fks", self.still(), words, self.walkthrough.compressed_text(), does, at
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        from foxkit.view.widget import StepperWidget  # only a notebook needs it

        self._widget = self._widget or StepperWidget(self)
        bundle, metadata = self._widget._repr_mimebundle_(**kwargs) or ({}, {})
        still = {"image/svg+xml": str(self.still()), "text/plain": repr(self)}
        return bundle | {"text/html": self._repr_html_()} | still, metadata

    def __repr__(self) -> str:
        return (
            f"<Stepper, {len(self.walkthrough.steps)} steps: {self.walkthrough.title}>"
        )
