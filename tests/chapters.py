"""The workbook's chapters, which a process that runs tests reads once.

Nothing may be changed in them: a test that needs other cells makes a copy.
"""

from foxkit.site.chapters import read_chapters

CHAPTERS = read_chapters()
