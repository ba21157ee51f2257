"""The skills as cards, each with how well this browser's reader has it;
the server hears only what is to be practised."""

from pages.ui.components.declare import declare

skills = declare("skills", "practise")
"""data : topics, {title, skills: {name, title, short (a question), tiny (shapes, ``dtlearn.show.practice.tiny``),
before: names} each} each. Its listener gets [names, seed, worked example first]."""
