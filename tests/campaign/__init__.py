"""Campaigns that try to break every claim of the program, at scale and from outside.

python -m tests.campaign run values --cases 1000      the first thousand cases; again: the rest of them
python -m tests.campaign try values 17                one case by its seed, and what comes of it
python -m tests.campaign summary                      what the result files say, as a table
"""

CAMPAIGNS = {  # by name: the module; see tests.campaign.case for what it has to hold
    "values": "tests.campaign.values",
    "bounds": "tests.campaign.bounds",
    "big": "tests.campaign.big",
    "sentences": "tests.campaign.sentences",
    "interrupts": "tests.campaign.interrupts",
    "inputs": "tests.campaign.inputs",
    "faults": "tests.campaign.faults",
    "growth": "tests.campaign.growth",
    "preendgames": "tests.campaign.preendgames",
}
