"""The roof: the chapters, executed and written as pages to read in a browser."""
