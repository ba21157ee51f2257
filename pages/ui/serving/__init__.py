"""What the server answers beside the pages: walkthroughs by their settings, whether it is well,
headers for everything."""
