"""How a folder follows what is public: what was taken back goes first, what came out comes next, the players' pages last."""
