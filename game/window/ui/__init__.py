"""The toolkit of the window: it knows no game, no app and no worker."""
