"""Rounds after histories the engine did not make."""
