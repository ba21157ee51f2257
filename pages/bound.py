"""Generalisation bound: training error falls with the size of a tree, the penalty rises; where does their sum have its least?"""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.bound import scene, sections
from pages.ui.kit import longwork
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import hears, state
from pages.ui.kit.tools import present

hears("bound", scene.FIELDS, scene.PLACE)
wrong = longwork.begin("bound", scene.FIELDS) + load(scene.FIELDS, scene.mend, scene.OPENS)
sections.sidebar()
title = st.container()
sections.searching()
wrong += scene.land(state())
with title:
    sections.heading(wrong)
present()
sections.choices()
sections.moving()
sections.worth()
sections.notes()
save(scene.FIELDS)
