"""A plugin of memvault: `[[links]]` and `#tags` in the text of notes, as Obsidian writes them."""
