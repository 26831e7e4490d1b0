"""What rulings say of the plays of a sheet: which are doubted, which were ruled on."""
