"""The abstraction explorer: hands, their buckets and neighbours; and examples of the earth mover's distance."""
