"""The sixth floor: boards, trees and plots."""

from foxkit.view import fox_hounds as fox_hounds  # registers its drawing
from foxkit.view import wolves as wolves
