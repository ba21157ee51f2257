"""A grown tree made smaller: the procedures, what each minimises, and which tree of the sequence to choose."""
