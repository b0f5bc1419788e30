"""What pages and tables know: agents, records, games that were left, settings, work that goes on behind them."""
