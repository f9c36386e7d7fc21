"""The answer of a search: plain data that know no search, as Python objects, JSON and text."""
