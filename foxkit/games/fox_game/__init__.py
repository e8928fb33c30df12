"""The Fox Game of Scandinavia: sheep against foxes."""
