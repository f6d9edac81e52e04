"""What the judge asks after the end."""
