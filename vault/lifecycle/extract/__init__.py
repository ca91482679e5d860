"""What a person says, as proposed memories: rules for Chinese and English, no model."""
