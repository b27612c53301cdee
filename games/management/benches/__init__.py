"""What `manage.py bench` measures: a module each, and how the figures are told."""
