"""What all rooms share: text, HTML, arithmetic in LaTeX, colours, the chart of errors against size."""
