"""Searches and figures that papers and textbooks describe, each beside the claim that its test checks."""
