.PHONY: run test check bench soak
run test check bench soak:
	@./td $@
