"""OpenClaw on this machine: memvault is put into it and taken out again, and what it remembered is read."""
