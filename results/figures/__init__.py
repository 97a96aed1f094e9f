"""One module for each figure. It has TITLE, CAPTION, the ARCHIVES it reads, and
draw(archives), a matplotlib Figure."""
