"""One hypothesis profile for every run: no clock in it, the same examples each time."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "dtlearn", deadline=None, derandomize=True, database=None, max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
settings.load_profile("dtlearn")
