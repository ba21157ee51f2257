"""From splits to a tree: settings, the grower, the order of its nodes, its steps, errors by size, a tree by hand."""
