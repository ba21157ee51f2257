"""Random growths of every kind: classes or a number to predict, all four ways to split, all limits."""

from dataclasses import replace

from hypothesis import strategies as st

from dtlearn import grow
from dtlearn.splitting.nominal import NOMINAL
from tests.support.strategies import datasets, grow_settings, words


@st.composite
def growths(draw, hostile=False, regression=None, nominal=None):
    """A Trace. regression : whether the target is a number, nominal : one of NOMINAL; None for either, any."""
    numeric = draw(st.booleans()) if regression is None else regression
    data, settings = draw(datasets(hostile=hostile, regression=numeric)), draw(grow_settings())
    if hostile:
        data = replace(data, schema=replace(data.schema, target=draw(words)))
    return grow(
        data,
        replace(
            settings,
            criterion="mse" if numeric else settings.criterion,
            nominal=nominal or draw(st.sampled_from(NOMINAL)),
            min_gain=draw(st.sampled_from([0, 0, 0, 0.05, 0.5])),
            max_nodes=draw(st.sampled_from([None, None, 1, 4, 7])),
            max_splits=draw(st.sampled_from([None, None, 0, 1, 3])),
        ),
    )
