"""The only shared Streamlit code: the scene (state and URL), the controls, the components."""
