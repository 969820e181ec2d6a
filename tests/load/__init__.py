"""Many tables at once through real servers, while processes and the database are killed."""
