"""The only package that opens files of a vault: finding, reading, and changing them byte by byte."""
