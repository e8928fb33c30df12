"""The functions of `foxkit.core.game`, compiled and kept on disk, for Python callers.

A search calls the generic functions, which are compiled into it. Called from Python,
they would run a game's own source as plain Python; these entry points are compiled.
What each takes and returns is said at the generic function of its name.
"""

from foxkit.core import compiled, game

mover = compiled(lambda rules, state: game.mover(rules, state))
legal_moves = compiled(
    lambda rules, state, moves: game.legal_moves(rules, state, moves)
)
play = compiled(lambda rules, state, move: game.play(rules, state, move))
payoffs = compiled(lambda rules, state: game.payoffs(rules, state))
evaluate = compiled(lambda own, rules, state: game.evaluate(own, rules, state))
observe = compiled(lambda rules, state, player: game.observe(rules, state, player))
redeal = compiled(
    lambda rules, state, player, seed: game.redeal(rules, state, player, seed)
)
