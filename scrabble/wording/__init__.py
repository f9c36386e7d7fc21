"""Sentences for people, one for each fact: terminal, pages, notes in records and puzzles use the same.

points, chances     intervals and estimates of points and of win probabilities; results of games
lines               moves with their scores
claims              what a search has found out, and what it took
verdicts            what a turn of a game lost
replies             how hard a move is to answer
practice            when a puzzle comes up again
"""
