"""The explorer: a board in the browser where every move shows its exact value, and the API behind it."""
