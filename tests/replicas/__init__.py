"""Two copies of the app behind one address."""
