"""Campaigns that try to break every claim of the program, at scale and from outside.

python -m tests.campaign run values --cases 1000      the first thousand cases; again: the rest of them
python -m tests.campaign try values 17                one case by its seed, and what comes of it
python -m tests.campaign summary                      what the result files say, as a table
"""

CAMPAIGNS = (  # modules of this package; see tests.campaign.case for what each has to hold
    *("values", "bounds", "big", "sentences", "interrupts", "inputs", "faults", "growth", "preendgames"),
)
