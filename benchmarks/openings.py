"""Eight questions about games that begin with openings: declared, then played.

    python benchmarks/openings.py                  play what is missing, in this order
    python benchmarks/openings.py strength kind    these questions alone
    python benchmarks/openings.py --list           what is declared, and what is there
    python benchmarks/openings.py --hours 16       begin no match after so many hours
                                                   of processor time in all
    python benchmarks/openings.py --pause FILE     wait as long as there is such a file
    python benchmarks/openings.py --commit         commit each finished match to git

Between strong players a hundred games from one starting position are a handful of
lines, so their rates say how these lines end. Here the two games of each block begin
after an opening of eight plies, another one in each block, which a weak search draws.
What the chapters found from the start is asked again.

All that is asked and expected stood here before the first of these games was played,
but for a few that measured what games cost: two or three blocks of eleven matches. Who
won was seen of six of these, in the question `strength` (20 and 18 sheep, ten turns,
players of 300, 3,000 and 10,000 simulations, three blocks each). A prediction is wrong
where it says a number or a direction and the games, with the interval or the test that
it names, say another.

A run may be killed at any time. Finished pieces of games are kept, finished matches go
to `data/games`, and the same command goes on from there. The same games come out for
any number of processors.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foxkit import (
    Budget,
    FoxGame,
    HareHounds,
    MctsPlayer,
    Opening,
    RandomPlayer,
    Wolves,
    match,
    paper,
    play,
)
from foxkit.games.fox_game.learned import learned
from foxkit.games.wolves.players import ReportPlayer
from foxkit.lab.match import Match
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.settings import PlaySettings, active_settings
from foxkit.lab.stopping_rule import StoppingRule
from foxkit.players.evaluations import ZeroEvaluation

OPENING_PLIES = 8
"""Of an opening, where nothing else is said."""


@dataclass(frozen=True)
class AskedMatch:
    """A match, and when it has enough games."""

    words: str
    match: Match
    rule: StoppingRule


@dataclass(frozen=True)
class Question:
    """What is asked, what we expect, and the matches that decide it.

    Attributes:
        name: how the command calls it.
        asks: the question.
        expects: predictions, written before the games.
        hours: of one core that its matches take, by the games that were timed.
        matches: played in this order.
    """

    name: str
    asks: str
    expects: tuple[str, ...]
    hours: float
    matches: tuple[AskedMatch, ...]


def rule_for_rate(simulations: int) -> StoppingRule:
    """Who wins between equals: to 4 points, with strong players to 5 or 6."""
    if simulations > 20_000:
        return StoppingRule("sheep_rate", 0.06, 150, 400)
    if simulations > 10_000:
        return StoppingRule("sheep_rate", 0.05, 200, 500)
    return StoppingRule("sheep_rate", 0.04, 300, 600)


def matches_of_equal_players(
    words: str,
    game: FoxGame,
    sizes: Sequence[int],
    opening: int | Opening = OPENING_PLIES,
) -> tuple[AskedMatch, ...]:
    """Players of the paper against themselves, at some strengths."""
    return tuple(
        AskedMatch(
            f"{words}, {n:,} simulations",
            match(game, paper(n), opening=opening),
            rule_for_rate(n),
        )
        for n in sizes
    )


STRENGTHS = 300, 1_000, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000

STRENGTH = Question(
    name="strength",
    asks="""Who wins the Fox Game between equal players, by their strength, with 20 and
    with 18 sheep, when ten or nine sideways turns in a row lose? From the start the
    rate goes up and down with the strength, above all with 20 sheep and nine turns:
    78.5 % at 5,000 simulations, 97.0 % at 7,000, 55.5 % at 15,000, 71.0 % at 20,000.
    Do these waves remain?""",
    expects=(
        """The waves belong to the start. With 20 sheep and nine turns the sheep's rate
        falls from 7,000 to 15,000 by less than 20 points (41.5 from the start), and
        neither the rise from 5,000 to 7,000 nor that from 15,000 to 20,000 is proven
        (Holm over the 36 pairs of strengths).""",
        """With 20 sheep the sheep are favoured all the same: they win more than half,
        with the whole interval, at every strength from 1,000 on, with ten turns and
        with nine. But they win less than from the start where they won most: at 7,000
        with ten turns between 60 and 85 % (95.5 from the start).""",
        """Thought helps the sheep up to 3,000: with 20 sheep and ten turns they win
        more at 3,000 than at 300, proven. From 3,000 to 30,000 the largest and the
        smallest rate are less than 20 points apart.""",
        """18 sheep stay nearer to one half than 20 at 10,000 and at 30,000. They win
        less than half at every strength, at 300 less than a third.""",
        """Nine turns are a little worse for the sheep than ten: the mean of the 18
        differences lies between 0 and 6 points, and none alone exceeds 12.""",
    ),
    hours=5.3,
    matches=tuple(
        asked
        for sheep in (20, 18)
        for turns in (10, 9)
        for asked in matches_of_equal_players(
            f"{sheep} sheep, {turns} sideways turns lose",
            FoxGame(sheep=sheep, sideways_limit=turns),
            STRENGTHS,
        )
    ),
)

BY_CHANCE = RandomPlayer()
KIND = Question(
    name="kind",
    asks="""How much do such answers hang on the kind of opening? Two, eight and
    fourteen plies, drawn by a weak search or random legal moves, between players of
    1,000 and of 10,000 simulations, 20 sheep. (Eight plies of the weak search are
    played for `strength`.)""",
    expects=(
        """The longer the opening, the nearer the rate to one half, at 10,000: after two
        plies of the weak search the sheep win more than after fourteen, proven, and
        after two plies between 78 and 92 % (87.3 from the start).""",
        """Random moves hurt the sheep, who are taken when they step forward alone:
        after eight and after fourteen random plies they win less than after as many of
        the weak search, at both strengths, and after fourteen less than half.""",
        """After two plies the kind makes less than 8 points, at both strengths.""",
    ),
    hours=1.2,
    matches=tuple(
        asked
        for plies, player, who in (
            (2, None, "a weak search"),
            (14, None, "a weak search"),
            (2, BY_CHANCE, "chance"),
            (8, BY_CHANCE, "chance"),
            (14, BY_CHANCE, "chance"),
        )
        for asked in matches_of_equal_players(
            f"{plies} plies by {who}",
            FoxGame(),
            (1_000, 10_000),
            Opening(plies, player),
        )
    ),
)

CHOICE = Question(
    name="choice",
    asks="""Should a search play the move that it has visited most, or the one with the
    highest mean? From the start the highest mean wins 58.0 % (56.0 to 60.0) between
    players of 10,000 simulations, 48.4 % of 3,000, and 7,000 cannot tell. The score is
    played to two points, half of the effect that is claimed at 10,000 being four.""",
    expects=(
        """At 10,000 the highest mean is better, but by less: its score lies between 50
        and 56 %, and the interval above one half.""",
        """At 7,000 it is better, too, between 50 and 55 %; at 1,000 nothing shows, and
        the score lies between 47 and 52 %.""",
        """At 10,000 it is no longer the foxes' gain alone: foxes who play it gain less
        than twice what sheep gain who do, each against equals of `strength`.""",
    ),
    hours=1.1,
    matches=tuple(
        AskedMatch(
            f"the highest mean against the most visited, {n:,} simulations",
            match(
                FoxGame(),
                paper(n, choice="highest value"),
                paper(n),
                opening=OPENING_PLIES,
            ),
            StoppingRule("score", 0.02, 300, 1_500),
        )
        for n in (1_000, 7_000, 10_000)
    ),
)

RULES = {
    "19 sheep": FoxGame(sheep=19),
    "17 sheep": FoxGame(sheep=17),
    "19 sheep, one of a side away": FoxGame(sheep=19, from_side=1),
    "18 sheep, two of a side away": FoxGame(sheep=18, from_side=1),
    "19 sheep, 16 sideways turns lose": FoxGame(sheep=19, sideways_limit=16),
    "19 sheep, the foxes begin": FoxGame(sheep=19, first=1),
    "18 sheep, 8 in the pasture win": FoxGame(sheep=18, target=8),
}
FIVE = 300, 1_000, 3_000, 10_000, 30_000
FAIR = Question(
    name="fair",
    asks="""Which flock is fair, by strength, and is one of three finalists of the race
    of sixty rules? Figure 10's flocks (20 and 18 sheep are played for `strength`), and
    the rule that stayed longest (16 sideways turns), the one that was measured even
    between experts (the foxes begin), and the one nearest to one half among beginners
    (8 in the pasture win), with the usual rules, 19 sheep, beside them. Then the pie
    rule: one side names the number of sheep from 17 to 20, the other chooses.""",
    expects=(
        """Each sheep counts: at 10,000 the sheep's rate falls from 20 to 19 to 18 to
        17, and each fall but one is proven (difference of two rates, Holm over three);
        none exceeds 20 points, where the start had steps up to 30.""",
        """18 sheep and 19 sheep are nearest to one half at 10,000 and at 30,000, and
        19 at 1,000 and 3,000.""",
        """No rule of the three lies between 40 and 60 % at all five strengths with its
        whole interval, and neither do the usual rules with 19 sheep. But all four are
        within 15 points of one half at every strength from 3,000 on.""",
        """Which sheep are away matters less than 6 points for 19 sheep, and less than
        10 for 18, at every strength.""",
        """By the pie rule who chooses wins less than 57 % at every one of the five
        strengths, where the start had 64.7 % at 1,000.""",
    ),
    hours=4.1,
    matches=tuple(
        asked
        for words, game in RULES.items()
        for asked in matches_of_equal_players(words, game, FIVE)
    ),
)

CROSSED = Question(
    name="crossed",
    asks="""Does anybody do better by thinking less? From the start, with nine sideways
    turns, four steps up were proven to cost something: for sheep from 5,000 to 7,000
    simulations against foxes of 20,000 (54 to 28 %) and of 30,000 (51 to 27 %), and for
    foxes from 5,000 to 7,000 against sheep of 5,000 (78.5 to 94 %) and of 7,000 (85 to
    97 %). These squares and their neighbours again. (Equal players are played for
    `strength`.)""",
    expects=(
        """None of the four steps is proven to cost anything, and none of all steps
        between neighbours that are played here (Holm over all of them).""",
        """Each of the four is measured at less than 8 points.""",
        """Thought helps: in the mean over all steps between neighbours the side that
        thinks more gains between 1 and 8 points.""",
    ),
    hours=3.2,
    matches=tuple(
        AskedMatch(
            f"nine sideways turns, {a:,} against {b:,} simulations",
            match(FoxGame(sideways_limit=9), paper(a), paper(b), opening=OPENING_PLIES),
            StoppingRule(
                "sides", 0.06 if b > 20_000 else 0.04, 150, 300 if b > 20_000 else 600
            ),
        )
        for a, b in (
            (5_000, 7_000),
            (5_000, 20_000),
            (7_000, 20_000),
            (5_000, 30_000),
            (7_000, 30_000),
            (3_000, 5_000),
            (3_000, 7_000),
            (5_000, 10_000),
            (7_000, 10_000),
            (5_000, 15_000),
            (7_000, 15_000),
        )
    ),
)

LEARNED = Question(
    name="learned",
    asks="""Is the learned evaluation better than equation (3), in equal time (8,800 and
    10,000 simulations), and on which side? From the start it scores 51.9 % (51.0 to
    53.0): it wins 100 % as sheep, where equation (3) wins 87.3 % against itself, and
    3.7 % as foxes, where equation (3) wins 12.7 %. Each side to three points, half of
    the smaller effect being four and a half.""",
    expects=(
        """It is better, and by more than from the start: its score lies between 54 and
        65 %, and the interval above one half.""",
        """As sheep it wins more than equation (3) does against itself, proven, and more
        than 85 %. As foxes it is not proven to be worse.""",
        """With it on both sides the sheep win more than with equation (3), at 1,000 and
        at 10,000 simulations, proven at 10,000.""",
    ),
    hours=1.6,
    matches=(
        AskedMatch(
            "learned, 8,800, against equation (3), 10,000 simulations",
            match(
                FoxGame(),
                MctsPlayer(Budget(8_800), learned()),
                paper(10_000),
                opening=OPENING_PLIES,
            ),
            StoppingRule("sides", 0.03, 300, 1_000),
        ),
        *(
            AskedMatch(
                f"learned on both sides, {n:,} simulations",
                match(
                    FoxGame(), MctsPlayer(Budget(n), learned()), opening=OPENING_PLIES
                ),
                rule_for_rate(n),
            )
            for n in (1_000, 10_000)
        ),
    ),
)


def match_of_unequal_players(
    words: str, a: MctsPlayer, b: MctsPlayer, to: float
) -> AskedMatch:
    """Two players of the paper, until the score of the first is known."""
    rule = StoppingRule("score", to, 300, 1_500)
    return AskedMatch(words, match(FoxGame(), a, b, opening=OPENING_PLIES), rule)


PAPER = Question(
    name="paper",
    asks="""What of the paper's experiments remains? Figure 8 (each strength against
    1,000), two alterations of Table 1 (C = 0.3, which lost 62 to 38 at 3,000 from the
    start; k = 0.9, which lost at 3,000 and won at 1,000), Table 2 (cutoffs, at equal
    simulations and at equal time), and how many simulations of cutoff 0 in the time of
    one of cutoff 5 are even (1.5 to 1.8 from the start).""",
    expects=(
        """Figure 8 keeps its order, and every step up from 30 to 10,000 gains, proven.
        The ends come nearer to one half: 10,000 score between 80 and 96 % (98.8 from
        the start), 300 between 22 and 36 % (23.7).""",
        """C = 0.3 is worse at 1,000 and at 3,000: the base agent scores 52 to 60 % at
        both. k = 0.9 makes less than 4 points at both strengths.""",
        """Cutoff 5 beats cutoff 0 at equal simulations, 56 to 66 %, and at equal time
        53 to 60 %. Cutoffs 5 and 10 differ by less than 5 points, and so do 10
        and 20.""",
        """Cutoff 0 is even between 1.4 and 2.2 simulations to one of cutoff 5, at
        1,000 and at 3,000.""",
    ),
    hours=4.2,
    matches=(
        *(
            match_of_unequal_players(
                f"{n:,} against 1,000 simulations", paper(n), paper(1_000), 0.03
            )
            for n in (30, 100, 300, 3_000, 10_000, 30_000)
        ),
        *(
            match_of_unequal_players(
                f"{words}, {n:,} simulations", paper(n, **new), paper(n), to
            )
            for words, new, to in (
                ("C = 0.3", {"c": 0.3}, 0.03),
                ("k = 0.9", {"k": 0.9}, 0.0175),
            )
            for n in (1_000, 3_000)
        ),
        *(
            match_of_unequal_players(
                f"cutoff {x}, {n:,}, against cutoff {y}, {m:,} simulations",
                paper(n, cutoff=x),
                paper(m, cutoff=y),
                0.02,
            )
            for x, n, y, m in (
                (0, 3_000, 5, 3_000),
                (5, 3_000, 10, 3_000),
                (10, 3_000, 20, 3_000),
                (0, 4_500, 5, 3_409),
                (0, 3_000, 2, 2_670),
            )
        ),
        *(
            match_of_unequal_players(
                f"cutoff 0, {n:,}, against cutoff 5, {round(share * n):,} simulations",
                paper(n),
                paper(round(share * n), cutoff=5),
                0.03,
            )
            for n in (1_000, 3_000)
            for share in (0.65, 0.55, 0.45, 0.35)
        ),
    ),
)

SOLVED = Question(
    name="solved",
    asks="""Two games that are solved, so that it is known what each opening is worth.
    Wolves Eat Sheep: four plies of the report's player against five, on each side, by
    the exact value of the opening. Hare and Hounds, after four plies: how often equal
    searches give a won position away, by their strength.""",
    expects=(
        """Wolves Eat Sheep: where the sheep have won by the opening's exact value, the
        sheep of five plies win at least as often as those of four, against either
        wolves. From the start they won less.""",
        """Of the wolves' openings fewer than one in five is worth a win to the wolves
        after eight plies.""",
        """Hare and Hounds: the hounds, who can win from the start, win less than half
        of the openings that they have won by exact value, at every strength; but the
        share of won positions that they give away falls with each step from 100 to
        10,000 (33.3 % at 10,000 from the start).""",
    ),
    hours=0.4,
    matches=(
        *(
            AskedMatch(
                f"wolves of {a} plies against {b}",
                match(
                    Wolves(),
                    ReportPlayer(depths=(a, a)),
                    ReportPlayer(depths=(b, b)),
                    opening=OPENING_PLIES,
                ),
                StoppingRule("sides", 0.04, 300, 600),
            )
            for a, b in ((4, 4), (5, 5), (4, 5))
        ),
        *(
            AskedMatch(
                f"hare and hounds, {n:,} simulations",
                match(
                    HareHounds(),
                    MctsPlayer(Budget(n), ZeroEvaluation(), cutoff=-1),
                    opening=4,
                ),
                StoppingRule("hounds_rate", 0.03, 300, 600),
            )
            for n in (30, 100, 300, 1_000, 3_000, 10_000)
        ),
    ),
)

QUESTIONS = (STRENGTH, KIND, CHOICE, FAIR, CROSSED, LEARNED, PAPER, SOLVED)
"""In the order in which they are played."""


class Paused(KeyboardInterrupt):
    """The file exists that asks for a pause."""


@dataclass
class PausableSettings(PlaySettings):
    """Settings that play to the end, into the committed games, with pauses on demand.

    Attributes:
        pause: as long as this file is there, nothing is played.
    """

    pause: Path | None = None

    @contextmanager
    def progress_bar(self, tasks: Any) -> Iterator[Callable[[], None]]:
        """Check for the file whenever the progress bar is drawn."""
        with super().progress_bar(tasks) as show:

            def look() -> None:
                if self.is_paused():
                    raise Paused
                show()

            yield look

    def is_paused(self) -> bool:
        """Whether there is such a file."""
        return self.pause is not None and self.pause.exists()


def hours_of(questions: Sequence[Question]) -> float:
    """Hours of processor time that the finished matches of some questions took."""
    every = [MatchFiles(asked.match) for each in questions for asked in each.matches]
    return sum(each.read().seconds for each in every) / 3600


def play_to_end(asked: AskedMatch, at: PausableSettings) -> str:
    """Play a match until it has enough games; what came out, in words."""
    rule = asked.rule
    told = {
        "of": rule.of,
        "to": rule.to,
        "min_blocks": rule.min_blocks,
        "max_blocks": rule.max_blocks,
    }
    while True:
        while at.is_paused():
            time.sleep(1)
        try:
            row = play(asked.match, **told).iloc[0]
        except Paused:
            continue
        if rule.of in row:
            found = 100 * row[[rule.of, f"{rule.of}_low", f"{rule.of}_high"]]
            said = "{:.1f} % ({:.1f} to {:.1f})".format(*found)
        else:
            said = f"A's score {100 * row['score']:.1f} %"
        return f"{row['games']:,} games, {said}"


def commit_games(asked: AskedMatch, said: str) -> None:
    """Commit the files of a finished match, and nothing else."""
    place = MatchFiles(asked.match)
    files = [str(place.path(True)), str(place.path(True, ".json"))]
    root = Path(__file__).parents[1]
    words = f"Games with openings: {asked.words}: {said}"
    git = "git", "-C", str(root)
    subprocess.run([*git, "add", *files], check=True)
    changed = subprocess.run([*git, "diff", "--cached", "--quiet", "--", *files])
    if changed.returncode:
        subprocess.run([*git, "commit", "-q", "-m", words, "--", *files], check=True)


def print_questions(questions: Sequence[Question]) -> None:
    """Print what is declared, and how many games of it are there."""
    for question in questions:
        print(f"\n{question.name}, about {question.hours:g} hours of one core")
        print(" ".join(question.asks.split()))
        for number, words in enumerate(question.expects, 1):
            print(f"  {number}. {' '.join(words.split())}")
        for asked in question.matches:
            games = len(MatchFiles(asked.match).read().finished)
            print(f"  {games:6,} games  {asked.words}  (until {asked.rule})")


def main(arguments: Sequence[str]) -> int:
    """Play what is missing of some questions; return the exit code."""
    known = {question.name: question for question in QUESTIONS}
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "questions", nargs="*", metavar="QUESTION", help=", ".join(known)
    )
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--hours", type=float, default=20.0)
    parser.add_argument("--pause", type=Path)
    parser.add_argument("--commit", action="store_true")
    parser.add_argument("--workers", type=int)
    given = parser.parse_args(arguments)
    if wrong := [name for name in given.questions if name not in known]:
        parser.error(f"no question {wrong[0]!r}; there are {', '.join(known)}")
    questions = [known[name] for name in given.questions or known]
    if given.list:
        print_questions(questions)
        return 0
    at = PausableSettings(
        seconds=float("inf"),
        workers=given.workers,
        keep=True,
        checks_changed_code=True,
        raises_interruptions=True,
        pause=given.pause,
    )
    active_settings.set(at)
    try:
        for question in questions:
            print(f"{question.name}:", flush=True)
            for asked in question.matches:
                if (spent := hours_of(QUESTIONS)) >= given.hours:
                    print(f"{spent:.1f} hours are played: no other match begins")
                    return 1
                print(
                    f"  {asked.words}: {(said := play_to_end(asked, at))}",
                    flush=True,
                )
                if given.commit:
                    commit_games(asked, said)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    print(f"all of it is played, in {hours_of(QUESTIONS):.1f} hours of processor time")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
