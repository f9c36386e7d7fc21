"""Worker processes of this machine."""

from scrabble.processes.pool import POLL_SECONDS, WorkerDiedError, WorkerError, Workers, kill_all

__all__ = ["POLL_SECONDS", "WorkerDiedError", "WorkerError", "Workers", "kill_all"]
