"""Keys that order candidates exactly, in integers where it can be; ``scorers`` names one for every criterion."""
