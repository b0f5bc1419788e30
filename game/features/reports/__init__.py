"""Board reports: one spot solved on many boards. A report is shown as a table, a scatter plot and means."""
