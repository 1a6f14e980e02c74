"""The words every layer shares: requirements and findings, catalogues, what all grammars have in common, files of positions."""
