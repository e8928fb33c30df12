"""The sixth layer: boards, trees and plots."""
