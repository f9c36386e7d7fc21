"""Best-first searches with an OPEN list: SSS* and DUAL* as published."""
