"""Examples of games, with known answers: Nim, explicit trees, random trees."""
