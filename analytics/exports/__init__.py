"""Tables as files for other programs: written beside, put in place at once, and known again by a manifest."""
