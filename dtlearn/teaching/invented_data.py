"""Worlds: small invented data sets of everyday things for exercises, drawn the same on every Python and numpy."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import TypeVar

from dtlearn.data.dataset import Card, Dataset, Feature, from_arrays

T = TypeVar("T")
SIZES = dict(
    enumerate(
        ("Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen"), 6
    )
)


class Unfit(Exception):
    """What was drawn is of no use: draw once more."""


def need(found: T) -> T:
    """What was found. Raises Unfit if that is nothing."""
    if not found:
        raise Unfit
    return found


class Draw:
    """Random choices that follow from a text. Only ``Random.random`` never changes between versions of Python.

    wish : from 0 to below 1, what is looked for, however many tries that takes.
    """

    def __init__(self, key: str):
        digest = sha256(key.encode()).digest()
        self._random = Random(int.from_bytes(digest[:8], "big")).random
        self.wish = int.from_bytes(digest[8:12], "big") / 2**32

    def chance(self, p: float) -> bool:
        return self._random() < p

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self._random() * (high - low + 1))

    def one(self, items: Sequence[T]) -> T:
        return items[self.between(0, len(items) - 1)]


@dataclass(frozen=True)
class World:
    """Words for an invented data set.

    things : what an example is, one and many. features : names with their values. numbers : names with lowest and
    highest value. classes : what the target can be.
    """

    name: str
    things: tuple[str, str]
    target: str
    classes: tuple[str, ...]
    features: dict[str, tuple[str, ...]]
    numbers: dict[str, tuple[int, int]]


_NO_YES = ("No", "Yes")
WORLDS = (
    World(
        "walks",
        ("day", "days"),
        "Walk",
        _NO_YES,
        {
            "Sky": ("Sunny", "Cloudy", "Rainy"),
            "Wind": ("Weak", "Strong"),
            "Ground": ("Dry", "Wet"),
            "Day": ("Weekday", "Saturday", "Sunday"),
            "Company": ("Alone", "Friends"),
        },
        {"Degrees": (2, 30)},
    ),
    World(
        "films",
        ("film", "films"),
        "Liked",
        _NO_YES,
        {
            "Genre": ("Comedy", "Drama", "Thriller"),
            "Length": ("Short", "Long"),
            "Age": ("Old", "New"),
            "Sound": ("Dubbed", "Original"),
            "Seen": ("Home", "Cinema", "Train"),
        },
        {"Minutes": (70, 180)},
    ),
    World(
        "shelter",
        ("animal", "animals"),
        "Adopted",
        _NO_YES,
        {
            "Kind": ("Cat", "Dog", "Rabbit"),
            "Coat": ("Short", "Long"),
            "Age": ("Young", "Old"),
            "Mood": ("Shy", "Calm", "Lively"),
            "Chipped": ("No", "Yes"),
        },
        {"Weeks": (1, 40)},
    ),
    World(
        "mail",
        ("message", "messages"),
        "Spam",
        _NO_YES,
        {
            "Sender": ("Known", "Unknown"),
            "Link": ("None", "One", "Many"),
            "Greeting": ("Name", "None"),
            "Hour": ("Day", "Night"),
            "Picture": ("No", "Yes"),
        },
        {"Words": (5, 90)},
    ),
    World(
        "cakes",
        ("cake", "cakes"),
        "Sold",
        _NO_YES,
        {
            "Fruit": ("Apple", "Cherry", "Plum"),
            "Cream": ("No", "Yes"),
            "Size": ("Small", "Large"),
            "Base": ("Yeast", "Sponge", "Nut"),
            "Place": ("Window", "Counter"),
        },
        {"Price": (2, 24)},
    ),
    World(
        "trains",
        ("train", "trains"),
        "Late",
        _NO_YES,
        {
            "Line": ("North", "South", "Coast"),
            "Time": ("Morning", "Evening"),
            "Snow": ("No", "Yes"),
            "Type": ("Local", "Express"),
            "Crew": ("Full", "Short"),
        },
        {"Stops": (2, 26)},
    ),
    World(
        "plants",
        ("plant", "plants"),
        "Flowers",
        _NO_YES,
        {
            "Light": ("Shade", "Half", "Sun"),
            "Soil": ("Sand", "Loam", "Clay"),
            "Pot": ("Small", "Large"),
            "Fed": ("No", "Yes"),
            "Water": ("Little", "Much"),
        },
        {"Height": (5, 60)},
    ),
    World(
        "trips",
        ("trip", "trips"),
        "By",
        ("Bike", "Bus", "Foot"),
        {
            "Rain": ("No", "Yes"),
            "Luggage": ("None", "Light", "Heavy"),
            "Light": ("Day", "Dark"),
            "Way": ("Flat", "Hilly"),
            "Hurry": ("No", "Yes"),
        },
        {"Distance": (1, 20)},
    ),
    World(
        "books",
        ("book", "books"),
        "Verdict",
        ("Poor", "Fair", "Good"),
        {
            "Genre": ("Crime", "Novel", "Essay"),
            "Cover": ("Hard", "Soft"),
            "Length": ("Short", "Long"),
            "Author": ("Known", "New"),
            "Gift": ("No", "Yes"),
        },
        {"Pages": (80, 600)},
    ),
)


def examples(draw: Draw, m: int, values: Sequence[int], classes: int = 2, numbers: int = 0) -> tuple[World, Dataset]:
    """A world and m of its examples. Raises Unfit where a value or a class happens not to occur.

    values : how many values each nominal feature has, 2 or 3. numbers : 1 for a numeric feature too, at the end.
    The first feature says much about the class, the others little: their places are drawn.
    """
    world = draw.one([w for w in WORLDS if len(w.classes) == classes])
    names = _names(draw, world, values)
    features = [Feature(name, world.features[name][:v]) for name, v in zip(names, values, strict=True)]
    cells = [[draw.one(f.values) for f in features] for _ in range(m)]
    for name in list(world.numbers)[:numbers]:
        low, high = world.numbers[name]
        features.append(Feature(name))
        for row in cells:
            row.append(draw.between(low, high))
    key = draw.between(0, len(features) - 1)
    turn = draw.between(0, classes - 1)
    y = [_label(draw, world, features[key], row[key], turn) for row in cells]
    complete = all({row[j] for row in cells} == set(f.values) for j, f in enumerate(features) if not f.numeric)
    need(complete and set(y) == set(world.classes))
    title = f"{SIZES[m]} {world.things[1]}"
    return world, from_arrays(cells, y, features, world.classes, world.name, world.target, Card(title))


def _names(draw: Draw, world: World, values: Sequence[int]) -> list[str]:
    """A feature for each number of values."""
    found: list[str] = []
    for v in values:
        free = [name for name, known in world.features.items() if len(known) == v and name not in found]
        found.append(draw.one(need(free)))
    return found


def _label(draw: Draw, world: World, feature: Feature, cell, turn: int) -> str:
    """Mostly what the telling feature says, sometimes anything."""
    if draw.chance(0.3):
        return draw.one(world.classes)
    if feature.numeric:
        low, high = world.numbers[feature.name]
        code = (cell - low) * len(world.classes) // (high - low + 1)
    else:
        code = feature.values.index(cell)
    return world.classes[(code + turn) % len(world.classes)]
