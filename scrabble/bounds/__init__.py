"""Sound upper bounds on what a side can score: the theorems of README.md, each with its kernels."""
