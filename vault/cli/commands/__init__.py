"""One module a command. Each has `register(app)`, and imports what it needs only when it runs."""
