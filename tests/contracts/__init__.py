"""Laws that hold for every address, model and module there is; generated from what exists, so that they grow with it."""
