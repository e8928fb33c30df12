"""The Monte Carlo players of the Frank's Zoo report, and what an episode may be.

Source: section 4. The report does not say what becomes of the hidden hands; here they
are dealt anew for every episode, unless a player peeks. As a model of opponents, the
move predictor (section 6) serves in two ways: as the policy of episodes (`predictor`),
and to weigh the deals that a search imagines (`ConsistentDeals`).
"""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled_inline
from foxkit.core.arguments import seed_number, set_frozen_fields, whole_number
from foxkit.core.former import refuses_former_names
from foxkit.core.game import evaluate, legal_moves, resample_hidden
from foxkit.core.generic import compared_by_class
from foxkit.core.position import require_unfinished
from foxkit.core.rng import mix, salt
from foxkit.games.franks_zoo.cards import (
    NUM_TYPES,
    ONE_JOKER,
    PASS,
    cards_in,
    number_of_cards,
)
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, Heuristic, heuristic
from foxkit.games.franks_zoo.rules import (
    ALWAYS,
    FranksZoo,
    ZooState,
    hand_of,
    with_mover_and_passes,
)
from foxkit.games.franks_zoo.sequences import winning_move
from foxkit.games.franks_zoo.training import (
    count_moves,
    imitating_policy,
    pooled_by_type,
    weighted_policy,
)
from foxkit.players.budget import Budget
from foxkit.players.standard import MctsPlayer, PolicyPlayer, random_best_of
from foxkit.search.belief import PERFECT_INFORMATION, UNIFORM_DEALS, determinize
from foxkit.search.flat import SCORE, WINS, Criterion, mean_results
from foxkit.search.mcts import SECOND_VISIT, Settings
from foxkit.search.playout import playout_move
from foxkit.search.session import (
    MAX_SIMULATIONS,
    MOST_VISITED,
    FinalChoice,
    Search,
)

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "Trained": "PolicyTraining",
            "Learner": "LearnedHeuristicPlayer",
            "learned_online": "heuristic_learned_online",
            "FewerCards": "FewerCardsEvaluation",
        },
    )

_PASS_SALT = salt("asked")


@compared_by_class
class FewerCardsEvaluation(NamedTuple):
    """An evaluation: the fewer cards a player has, the better."""

    most: int = 60


FEWER_CARDS = FewerCardsEvaluation()


@evaluate.register
def _evaluate_by_hand_sizes(
    evaluation: FewerCardsEvaluation, game: FranksZoo, state: ZooState
) -> tuple[float, ...]:
    """For each player, the number of its cards below 0, divided by `most`."""
    one = -number_of_cards(state.one)
    two = -number_of_cards(state.two)
    three = -number_of_cards(state.three)
    four = -number_of_cards(state.four)
    five = -number_of_cards(state.five)
    six = -number_of_cards(state.six)
    most = evaluation.most
    return one / most, two / most, three / most, four / most, five / most, six / most


@dataclass(frozen=True)
class PolicyTraining:
    """The settings of a policy's training (section 4.2); the defaults are the report's.

    If it `predicts`, moves are played as often as the teacher does (equation 4), not by
    how often they have won.
    """

    highest: bool = True  # whether the move of the highest weight is played (4.3)
    games: int = 1_000_000  # between copies of the teacher
    seed: int = 1
    teacher: Any = None  # RandomAI if it is None
    predicts: bool = False
    splits: int = 0  # divide the game into phases with weights of their own
    typed: bool = False  # whether moves of one main type have one weight

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        games = whole_number("games", self.games, 1, MAX_SIMULATIONS)
        splits = whole_number("splits", self.splits, 0, 100)
        set_frozen_fields(self, games=games, seed=seed_number(self.seed), splits=splits)

    def policy(self, game: FranksZoo) -> Any:
        """The policy for a game; it is trained at its first use."""
        return _train_policy(self, FranksZoo(players=game.players, deck=game.deck))


@lru_cache(16)
def _train_policy(training: PolicyTraining, game: FranksZoo) -> Any:
    """The policy of a `PolicyTraining`, trained by the games that it describes."""
    teacher = RANDOM_AI if training.teacher is None else training.teacher
    counted = count_moves(
        game, teacher, training.games, training.seed, training.splits + 1
    )
    counted = pooled_by_type(counted) if training.typed else counted
    return (
        imitating_policy(counted)
        if training.predicts
        else weighted_policy(counted, training.highest)
    )


def predictor(teacher: Any, games: int = 10_000) -> PolicyTraining:
    """The move predictor as a policy, trained on a teacher (section 6.1)."""
    return PolicyTraining(False, games, 4, teacher, predicts=True)


@cache
def heuristic_learned_online(deck: int, games: int, seed: int) -> Heuristic:
    """HeuristicAI whose weights were learned online, from its own games.

    The report proposes it for future research. After each game they are the mean of the
    cards left in the last hands so far, on the scale of Table 3 (times 200); at first
    all are 40, which counts as 20 games. Neighbouring seeds share all games but one, as
    stored games were played: for learners that are independent, let seeds be further
    apart than `games`.
    """
    policy, left = heuristic(deck), np.full(NUM_TYPES, 20 * 40.0)
    for number in range(games + 1):
        policy = policy._replace(weights=tuple((left / (number + 20)).tolist()))
        counted = count_moves(
            FranksZoo(deck=deck, passing=ALWAYS), policy, 1, seed + number
        )
        left += 200 * counted.left[:NUM_TYPES]
    return policy


@dataclass(frozen=True)
class LearnedHeuristicPlayer:
    """HeuristicAI with weights that were learned online, before the game begins."""

    games: int
    seed: int

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        games = whole_number("games", self.games, 0, MAX_SIMULATIONS)
        set_frozen_fields(self, games=games, seed=seed_number(self.seed))

    def choose(self, game: FranksZoo, state: ZooState, seed: int) -> int:
        """The code of a legal move."""
        require_unfinished(game, state)  # nothing is learned for nothing
        learned = heuristic_learned_online(game.deck, self.games, self.seed)
        return PolicyPlayer(learned).choose(game, state, seed)


@compared_by_class
class ConsistentDeals(NamedTuple):
    """The belief in deals with which those who have just passed would pass again.

    A deal is drawn until each of them, asked by a policy, has passed: so deals are as
    likely as they are given these passes, if the policy is who plays. Only passes since
    the last move count, the hands being the same; a state knows of no others.
    """

    policy: Any  # predicts what a hand plays: `imitating_policy`, or any other
    tries: int = 20  # deals at most; the last one is taken as it is


@compiled_inline
def _would_all_pass_again(
    policy: Any, game: FranksZoo, state: ZooState, moves: np.ndarray, seed: int
) -> bool:
    """Whether all who have passed since the last move would pass again, by a policy."""
    seat, passes = state.last, 0
    while True:
        seat = seat + 1 if seat + 1 < game.players else 0
        if seat == state.mover:
            return True
        if hand_of(state, seat) != 0:
            asked_state = with_mover_and_passes(state, seat, passes)
            n = legal_moves(game, asked_state, moves)
            move, seed = playout_move(policy, game, asked_state, moves[:n], seed)
            if move != PASS:
                return False
            passes += 1


@determinize.register
def _determinize_consistent(
    belief: ConsistentDeals,
    game: FranksZoo,
    state: ZooState,
    player: int,
    moves: np.ndarray,
    seed: int,
) -> ZooState:
    """A deal in which those who passed would pass, or the last of some tries."""
    dealt, n = resample_hidden(game, state, player, seed), 1
    while state.table and n < belief.tries:
        if _would_all_pass_again(
            belief.policy, game, dealt, moves, mix(seed, _PASS_SALT)
        ):
            break
        seed = mix(seed, n)
        dealt = resample_hidden(game, state, player, seed)
        n += 1
    return dealt


def _trained_if_needed(policy_or_belief: Any, game: FranksZoo) -> Any:
    """A policy or a belief, trained where it has to be."""
    if isinstance(policy_or_belief, PolicyTraining):
        return policy_or_belief.policy(game)
    if isinstance(policy_or_belief, ConsistentDeals):
        return policy_or_belief._replace(
            policy=_trained_if_needed(policy_or_belief.policy, game)
        )
    return policy_or_belief


@dataclass(frozen=True)
class MonteCarlo:
    """Flat Monte Carlo over deals that agree with what is known."""

    policy: Any = RANDOM_AI  # of the episodes: a playout policy, or `PolicyTraining`
    episodes: int = 100  # for each move
    criterion: Criterion = SCORE  # or WINS
    peeks: bool = False  # whether it sees all hands
    belief: Any = None  # of one who does not peek; any deal if it is None

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        episodes = whole_number("episodes", self.episodes, 1, MAX_SIMULATIONS)
        criterion = whole_number("criterion", self.criterion, SCORE, WINS)
        set_frozen_fields(self, episodes=episodes, criterion=criterion)

    def choose(self, game: FranksZoo, state: ZooState, seed: int) -> int:
        """The code of a move of the best mean result, ties at random."""
        moves = worthwhile_moves(game, state)
        if len(moves) == 1:
            return int(moves[0])
        means = self.means(game, state, moves, seed)
        return int(random_best_of(moves.tolist(), means.tolist(), seed))

    def means(
        self, game: FranksZoo, state: ZooState, moves: NDArray[np.int64], seed: int
    ) -> NDArray[np.float64]:
        """The mean result of each of some moves."""
        belief = (
            PERFECT_INFORMATION
            if self.peeks
            else _trained_if_needed(self.belief, game) or UNIFORM_DEALS
        )
        asked = (
            _trained_if_needed(self.policy, game),
            self.episodes,
            seed,
            self.criterion,
            belief,
        )
        return mean_results(game, state, moves, FEWER_CARDS, *asked)


_TO_THE_END = Settings(cutoff=-1, expansion=SECOND_VISIT)


@dataclass(frozen=True, init=False, repr=False)
class ZooMcts(MctsPlayer):
    """Monte-Carlo tree search for Frank's Zoo, played out to the end.

    With a belief it is an information-set search, without one it peeks. A winning move
    is played at once, and the joker is not left alone, as `MonteCarlo` does.
    """

    evaluation: Any = FEWER_CARDS
    settings: Settings = field(default=_TO_THE_END, metadata={"flat": True})

    def __init__(
        self,
        budget: Budget,
        evaluation: Any = FEWER_CARDS,
        settings: Settings | None = None,
        choice: FinalChoice = MOST_VISITED,
        **changes: Any,
    ) -> None:
        """As for `MctsPlayer`, with the defaults of this class."""
        super().__init__(budget, evaluation, settings, choice, **changes)

    def choose(self, game: FranksZoo, state: ZooState, seed: int) -> int:
        """The code of a legal move."""
        moves = worthwhile_moves(game, state)
        alone = len(moves) == 1
        return int(moves[0]) if alone else super().choose(game, state, seed)

    def new_search(self, game: FranksZoo, state: ZooState, seed: int) -> Search:
        """A search that has not begun, with policy and belief trained for the game."""
        policy = _trained_if_needed(self.policy, game)
        belief = _trained_if_needed(self.belief, game)
        settings = self.settings._replace(policy=policy, belief=belief)
        expected = self.expected_simulations
        return Search(game, state, self.evaluation, settings, seed, expected)


def worthwhile_moves(game: FranksZoo, state: ZooState) -> NDArray[np.int64]:
    """The moves worth an episode: the winning one alone, else no losing one.

    Whoever opens does not think of passing.
    """
    moves = require_unfinished(game, state).codes
    hand = int(hand_of(state, state.mover))
    if won := winning_move(hand, moves):
        return moves[moves == won]
    kept = np.array([hand - cards_in(int(move)) != ONE_JOKER for move in moves])
    if not state.table and len(moves) > 1:
        kept &= moves != PASS
    return moves[kept] if kept.any() else moves
