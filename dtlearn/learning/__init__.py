"""What can be learned: Boolean functions and formulas, concepts, bias, and what greed costs."""
