"""What plugins are written against, and what calls them; see `plugins/README.md`."""
