"""What teachers and students need: the notes' figures and errata, the slow textbook, exercises, worked examples."""
