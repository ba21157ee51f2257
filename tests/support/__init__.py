"""What tests share: where things lie, the facts, hypothesis strategies, a server, tables of one's own."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
