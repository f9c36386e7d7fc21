"""What a side can make at most, soundly: the theorems of README.md, each with its kernels."""
