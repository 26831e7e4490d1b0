"""What people wait for and hold in their hands: goals of use, paper, phones, the stick, the first start."""
