"""The Laws of Duplicate Bridge as a structured, cross-referenced, bilingual corpus."""
