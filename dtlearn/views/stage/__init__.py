"""The stage: a lesson as a document, and the scripts that play it, in the app, in a file, in a notebook."""
