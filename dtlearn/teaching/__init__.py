"""What teachers and students need: the notes' figures and errata, exercises, worked examples."""
