"""What is known of how poker is played: rules of experts, logs of others, and what is learned from these."""
