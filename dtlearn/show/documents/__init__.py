"""A lesson as a document (docs/walkthrough.md), which plays in the app, in a file, in a notebook."""
