"""Turn files in mail: found in whatever came, and put into what goes out."""
