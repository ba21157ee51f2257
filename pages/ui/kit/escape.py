"""Text from data on its way into Streamlit's markdown (labels, captions, warnings)."""

import re

_JOINER = "\u2060"  # a backslash alone does not stop :material/x:, links, e-mail addresses and arrows
_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|$<>~&=^@])")


def md(text: str) -> str:
    """Any text, shown letter for letter."""
    text = " ".join(text.split()).replace(":", ":" + _JOINER).replace("@", "@" + _JOINER)
    text = re.sub(r"(?i)www", "w" + _JOINER + "ww", text)
    return _SPECIAL.sub(r"\\\1", re.sub(r"(<|-|>)(?=[->=])", r"\1" + _JOINER, text))
