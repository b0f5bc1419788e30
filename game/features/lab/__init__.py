"""The lab: how counterfactual regret minimisation learns Kuhn poker, seen while it does and scrubbed afterwards."""
