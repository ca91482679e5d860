"""The rules, one module a kind of fact."""
