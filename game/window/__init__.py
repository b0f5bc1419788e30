"""The window's toolkit and frame: widgets, pictures, dialogs and the screens that pages derive from."""
