"""Board reports: one spot solved on many boards, as a table, a scatter and means."""
