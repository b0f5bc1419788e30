"""The lab: watch how counterfactual regret minimisation learns Kuhn poker, live and in retrospect."""
