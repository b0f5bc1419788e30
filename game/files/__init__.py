"""Safe reading and writing of files: the user's folder, manifests, checkpoints and YAML."""
