"""Notices that files of the vault may have changed. What did change is for the index to find out."""
