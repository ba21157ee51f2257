"""The bound and its code in words and charts."""
