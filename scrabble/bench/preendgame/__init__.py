"""Positions with tiles in the bag under several strategies: what is asked, what it costs, who is right."""
