"""Free word lists compiled from their sources by recipes."""
