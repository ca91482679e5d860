"""A plugin of memvault: extraction, summaries and reflection by any OpenAI-compatible chat endpoint."""
