"""The sweep: a component that draws a sweep view, moves its threshold and says where it came to rest."""

from collections.abc import Callable

from dtlearn.show.base.palette import class_colour, class_sign
from pages.ui.components.declare import declare

_mount = declare("sweep", "rest", "chosen", "guess")


def sweep(
    view: dict,
    key: str,
    on_rest: Callable[[int], None],
    on_choose: Callable[[str], None],
    on_guess: Callable[[int], None],
    **shown,
) -> None:
    """The sweep view (``dtlearn.show.splitting.sweep``); it moves in the browser,
    and the callbacks hear of the end of a move.

    on_rest : gets the gap where the threshold stays; on_choose : the criterion whose name was pressed;
    on_guess : the gap that a reader takes for the best, -1 to be asked again.
    shown : k, the gap of the threshold; by, the chosen criterion; ask, whether a guess is wanted; guess, the guessed
        gap or None, with which the curves are outlined to their end; said, what it was worth; present, whether all is
        to be seen at once.
    """
    classes = range(len(view["classes"]))
    looks = {"colours": [class_colour(k) for k in classes], "signs": [class_sign(k) for k in classes]}
    _mount(view | looks | shown, key, on_rest, on_choose, on_guess)
