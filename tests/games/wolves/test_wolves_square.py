"""The square of four scores says each score, and what each step changes."""

from wolves_square import square


def test_the_square_has_four_scores_and_the_change_along_each_of_four_arrows():
    scores = {(4, 4): 0.9, (4, 5): 0.7, (5, 4): 0.5, (5, 5): 0.55}
    drawn = square(scores, "Four scores")
    for number in ("90.0", "70.0", "50.0", "55.0", "−20.0", "+5.0", "−40.0", "−15.0"):
        assert drawn.body.count(f">{number}") == 1
        assert f" {number}" in drawn.words
