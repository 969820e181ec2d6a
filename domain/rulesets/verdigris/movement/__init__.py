"""Movement, in and out of melees, and on mounts."""
