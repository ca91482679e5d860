"""What becomes of a memory: decisions only, as values. No disk, no clock, no model."""
