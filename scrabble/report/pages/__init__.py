"""A judged game as one page for a browser."""
