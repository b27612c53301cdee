"""PostgreSQL and Valkey out of Python packages, for machines that have neither."""
