"""The record of everything played: hands, their ids, the files they lie in, what follows from them."""
