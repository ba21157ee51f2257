"""Rooms: phones that vote on what a lecturer asks.

Nothing here needs Streamlit, so that it can run as a process of its own.
"""
