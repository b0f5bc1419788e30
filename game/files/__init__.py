"""The user's folder, manifests, checkpoints, YAML text: read and written safely, in one place."""
