"""HTTP: calls and shapes, and what serves, limits and watches them."""
