"""Merging, the git history of a vault, and backups."""
