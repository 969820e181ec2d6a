"""DuckDB over tables: in memory, with nothing of the machine in reach but the files that were named."""
