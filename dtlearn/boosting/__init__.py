"""Boosting: weak trees one after another, each grown on what those before it got wrong."""

from dtlearn.boosting.boosting import Boosting, BoostSettings, boost

__all__ = ["BoostSettings", "Boosting", "boost"]
