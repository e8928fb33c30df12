"""The sixth floor: boards, trees and plots."""

from foxkit.view import battle_sheep as battle_sheep  # each registers its drawing
from foxkit.view import fox_game as fox_game
from foxkit.view import fox_hounds as fox_hounds
from foxkit.view import franks_zoo as franks_zoo
from foxkit.view import hare_hounds as hare_hounds
from foxkit.view import wolves as wolves
