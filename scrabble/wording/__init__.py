"""Sentences for people, one for each fact: terminal, pages, notes in records and puzzles use the same."""
