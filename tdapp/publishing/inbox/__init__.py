"""The federation's inbox: websites of events that other installations send here, checked, kept and shown."""
