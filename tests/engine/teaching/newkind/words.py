"""What is said of that kind: its file in ``dtlearn/show/kinds``."""

from dtlearn.show.practice.working import Words, examples_grid


def _ask(exercise):
    return {"question": ("How many have the most frequent class?",), "tables": (examples_grid(exercise.trace.data),)}


WORDS = {
    "majority": Words(
        "Count the majority",
        _ask,
        lambda exercise: ((("Count every class.",), ()), (("Take the largest.",), ())),
        mistakes={"minority": "you count the least frequent class"},
    )
}
