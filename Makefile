# Thin aliases; dev.py does the work. Arguments: make test ARGS="--fights 2000"
.PHONY: setup check test run bench

setup check test run bench:
	@python3 dev.py $@ $(ARGS)
