"""The corpus in the formats of others: one module per format."""
