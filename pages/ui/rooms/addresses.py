"""What one internet address may do: nobody has an account here, so an address is all that is known of a stranger."""

import time
from collections import Counter, OrderedDict, deque
from ipaddress import ip_address, ip_network

MOST_KNOWN = 10_000  # addresses; of more, those seen last


def network(host: str) -> str:
    """An IPv4 address as it is; of an IPv6 one its first 56 bits, which one subscriber has whole (RIPE-690)."""
    try:
        one = ip_address(host)
    except ValueError:
        return host
    if one.version == 4:
        return host
    return str(one.ipv4_mapped or ip_network((one, 56), strict=False))


class Lately:
    """How often each address did a thing within the last seconds.

    most : how often it may. within : s.
    """

    def __init__(self, most: int, within: float):
        self._most, self._within = most, within
        self._times: OrderedDict[str, deque[float]] = OrderedDict()

    def is_spent(self, address: str) -> bool:
        times, now = self._times.get(address), time.monotonic()
        return times is not None and len(times) >= self._most and now - times[0] < self._within

    def add(self, address: str) -> None:
        self._times.setdefault(address, deque(maxlen=self._most)).append(time.monotonic())
        self._times.move_to_end(address)
        while len(self._times) > MOST_KNOWN:
            self._times.popitem(last=False)


class _Seat:
    """A device's place. streams : that it has open. heard : when it came, voted or went last."""

    def __init__(self, address: str):
        self.address, self.streams, self.heard = address, 0, time.monotonic()


class Places:
    """The devices of a room, or of all.

    A place with neither a stream nor a vote for a while is free again, and the last ones are kept for
    addresses other than the one that holds most.

    most, kept : how many there are, and of them the last ones. idle : s.
    """

    def __init__(self, most: int, kept: int, idle: float):
        self._most, self._kept, self._idle = most, kept, idle
        self._seats: dict[str, _Seat] = {}
        self._ballot, self._voters = 0, {}

    def take(self, device: str, address: str) -> bool:
        """Whether the device has a place, by now."""
        if seat := self._seats.get(device):
            seat.heard = time.monotonic()
            return True
        if len(self._seats) >= self._most - self._kept:
            held = self.held()
            free = self._most - sum(held.values())
            if free <= 0 or free <= self._kept and held[address] >= max(held.values(), default=1):
                return False
        self._seats[device] = _Seat(address)
        return True

    def enter(self, device: str) -> None:
        """A stream of a device that has a place."""
        self._seats[device].streams += 1

    def leave(self, device: str) -> None:
        seat = self._seats[device]
        seat.streams, seat.heard = seat.streams - 1, time.monotonic()

    def voted(self, ballot: int, device: str, address: str) -> None:
        """A vote was counted; of the last ballot it is known who voted until the next one."""
        if ballot != self._ballot:
            self._ballot, self._voters = ballot, {}
        if len(self._voters) < MOST_KNOWN:
            self._voters[device] = address

    def crowd(self, ballot: int) -> Counter[str]:
        """How many devices of each address have voted in a ballot; before anyone has, how many places it holds."""
        return Counter(self._voters.values()) if ballot == self._ballot and self._voters else self.held()

    def held(self) -> Counter[str]:
        """How many places each address holds."""
        now = time.monotonic()
        for device in [one for one, seat in self._seats.items() if not seat.streams and now - seat.heard >= self._idle]:
            del self._seats[device]
        return Counter(seat.address for seat in self._seats.values())
