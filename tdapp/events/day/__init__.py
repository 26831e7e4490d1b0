"""What the hall runs by: clocks, the day plan, announcements, notices."""
