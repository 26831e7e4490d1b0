"""The look at the desk, and in public: a small style sheet and a picture."""
