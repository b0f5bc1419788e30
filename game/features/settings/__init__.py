"""The user's settings and the pages that change them."""
