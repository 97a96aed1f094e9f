# An archive in R, as README.md says: reader.R ARCHIVE. Its rows as CSV, and
# then its grid and the unit of a column.
library(hdf5r)
file <- H5File$new(commandArgs(trailingOnly = TRUE)[1], "r")
column <- function(name) {
  x <- file[["rows"]][[name]][]
  if (inherits(x, "factor_ext")) as.character(x) else x
}
names <- sort(names(file[["rows"]]))
rows <- as.data.frame(sapply(names, column, simplify = FALSE))
write.csv(rows, quote = FALSE, row.names = FALSE)
cat(h5attr(file, "grid"), "\n")
cat(h5attr(file[["rows/heaps"]], "units"), "\n")
