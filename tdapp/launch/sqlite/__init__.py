"""Django's SQLite backend with a fair queue before the write lock (ENGINE `tdapp.launch.sqlite`)."""
