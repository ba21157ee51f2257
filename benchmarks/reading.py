"""Text of strangers, read at its worst: CPU seconds and memory at the limit and at half of it, and which is refused.

    python -m benchmarks.reading

Each row is the input that costs its reader most: half as much of it and the whole. What is linear has a ratio of about
2.
Asked: read or refused within 0.5 s and 100 MiB.
"""

from collections.abc import Callable

import dtlearn
from benchmarks.common import cpu, peak
from tests.support.worst import WORST

SECONDS, MIB = 0.5, 100


def cost(reader: Callable, source: object) -> tuple[float, float, str]:
    """(seconds, MiB at the most, what was said) of reading a source."""

    def read() -> str:
        try:
            reader(source)
        except ValueError as error:
            return str(error)
        return "read"

    return cpu(read), peak(read), read()


def main() -> None:
    dtlearn.load("or")
    print("| input | size | s | MiB | x | |\n|---|---|---|---|---|---|")
    missed = 0
    for name, (reader, make, most) in WORST.items():
        half, _, _ = cost(reader, make(most // 2))
        seconds, peak, said = cost(reader, make(most))
        over = seconds > SECONDS or peak > MIB
        missed += over
        ratio = f"{seconds / half:.1f}" if half > 1e-3 else "-"
        print(
            f"| {name} | {most:,} | {seconds:.3f} | {peak:.1f} | {ratio} | {'MISSED ' * over}{said[:60]} |", flush=True
        )
    print(f"\n{missed} of {len(WORST)} miss {SECONDS} s and {MIB} MiB.")


if __name__ == "__main__":
    main()
