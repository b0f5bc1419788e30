"""Board reports: one spot solved on many boards, shown as a table, a scatter plot and means."""
