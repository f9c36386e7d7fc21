"""What comes along with the program, by name, and whether other files lie among it."""
