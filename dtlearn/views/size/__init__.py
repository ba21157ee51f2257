"""Trees too small and too large: limits, overfitting, XOR."""
