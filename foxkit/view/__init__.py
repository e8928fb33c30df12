"""The sixth floor: boards, trees and plots."""
