"""An abstraction to be looked at: hands, their buckets and what lies near them; and how earth is moved."""
