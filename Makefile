# make             build build/census
# make deps        install the Debian packages that are missing
# make reproduce   deps, build, solve every census the claims need, print claims
# make test        deps, build, layers, all tests (ONLY=store: of test/store)
# make mpi-test    ranks of MPI on this machine (installs Open MPI)
# make browser-test  pages of census view in a browser (installs Chromium)
# make r-test      archives read in R (installs R and hdf5r)
# make slurm-test  slices as tasks of a Slurm on this machine (installs slurm-wlm)
# make arm64-test  the program and its tests built for arm64, under QEMU (ROOMS="memo value")
# make differential  drawn censuses solved in all ways (SECONDS=600 SEED=1)
# make crafted     archives that lie, for every command that reads one (SECONDS=600 SEED=1)
# make faults      runs killed, signals, files damaged, disks full, clocks that jump, calls
#                  that fail (TRIES=20 TOTAL=45 FLIPS=300 EVERY=1 CALLSTIME=seconds of the
#                  last, SIGNALS=kinds of work that have this word, FORGED=of archives)
# make mutate      changes of the program that no test notices (ONLY=word)
# make values      random values against an independent canoniser (COUNT=10000 SEED=0)
# make check-san   the tests under AddressSanitizer and UBSan
# make fuzz        feed what reads text and files with anything (FUZZTIME=30 s each)
# make check-tsan  memos, games and runs under ThreadSanitizer (clang, Archer)
# make tidy        clang-tidy and cppcheck (minutes)
# make cppcheck    cppcheck alone
# make bench       benchmarks, CSV on stdout
# make cost        instructions of fourteen small runs against bench/cost.txt (WRITE=1 writes it)
# make proof-cost  what proofs cost beside their runs, CSV on stdout (RUNS=3)
# make figures     draw results/figures/ from the archives into $B/figures
# make report      $B/report.html and .md: claims, figures, tables, archives
# make results-check  the archives of results/: digests, and solved again (FAST=1: the quick ones)
# make summaries   two numbers for a heap, answers elsewhere: results/summaries.txt
# make digests     write results/DIGESTS: facts of every named census at three sizes;
#                  digests-check compares (FAST=1: the smallest)
# make schemas     write schemas/*.txt from the program
# make methods     which methods go with which domains and grids, each cell run
# make leave-one-out  the program without each ruleset, grid, domain, memo, ... (ONLY=word)
# make layers      check who includes and calls whom (test/layers/rooms.txt)
# make install     PREFIX=/usr/local DESTDIR= PYTHONDIR=
# make uninstall   the same PREFIX and DESTDIR
# make installcheck  the installed program, from an empty folder
# make deb         a Debian package of it under build/ (make deb-test: in a bare system)
# Options: SAN=address,undefined  NATIVE=1  MPI=1 (several machines, README.md)  B=build-folder  PYTHON=/usr/bin/python3

B       ?= build
CC      := gcc
PYTHON  ?= /usr/bin/python3
PREFIX  ?= /usr/local

# What each package is for stands in README.md. The store is serial HDF5's also
# where MPI's is installed beside it.
PACKAGES := pkg-config libhdf5-dev hdf5-tools libdeflate-dev nettle-dev \
            libjansson-dev libpopt-dev libsqlite3-dev libcriterion-dev \
            python3-h5py python3-xarray python3-matplotlib $(if $(MPI),libopenmpi-dev openmpi-bin)
PKGS     := $(shell pkg-config --exists hdf5-serial 2>/dev/null \
              && echo hdf5-serial || echo hdf5) libdeflate nettle jansson popt sqlite3

# The one place for the version. CHANGELOG.md and CITATION.cff repeat it, and
# test/census/test_version.c holds them to it. The commit: none outside of git.
VERSION := 0.2.0
COMMIT  := $(shell [ -e .git ] && git describe --always --dirty --exclude '*' 2>/dev/null)
BUILD   := $(VERSION)$(if $(COMMIT), ($(COMMIT)))
comma   := ,
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wstrict-prototypes \
           -Wmissing-prototypes -Wconversion -Wno-sign-conversion
OPT     ?= -O2 -g
CFLAGS  += -std=c11 -D_GNU_SOURCE $(WARN) $(OPT) -fopenmp -MMD -MP -I. -I$B/gen \
           $(shell pkg-config --cflags $(PKGS) 2>/dev/null) \
           $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer) \
           $(if $(NATIVE),-march=native)
LDLIBS  := $(shell pkg-config --libs $(PKGS) $(if $(MPI),ompi-c) 2>/dev/null) -lm -ldl
# What the program lends to plug-ins (engine/plugin.h); nothing else.
LINK    := $(addprefix -Wl$(comma)--export-dynamic-symbol=,log_error log_note 'heaps_*' 'replies_*' 'take_break_*')

sources  = $(sort $(wildcard $(1)/*.c $(1)/*/*.c $(1)/*/*/*.c))
unbuilt := $(if $(MPI),,engine/ranks/ranks_mpi.c)
engine  := $(filter-out $(unbuilt),$(call sources,engine))
rules   := $(wildcard rules/*.c)
census  := $(filter-out census/main.c,$(call sources,census))
objects  = $(patsubst %.c,$B/obj/%.o,$(1))
lib     := $(call objects,$(engine) $(rules) $(census))
tests   := $(call objects,$(filter-out test/fuzz/driver.c test/fuzz/crafted.c test/differential/%,$(wildcard test/*/*.c)))
shared  := $(patsubst %.h,%.c,$(wildcard bench/*.h))
benches := $(patsubst bench/%.c,$B/bench/%,$(filter-out $(shared),$(wildcard bench/*.c)))

# Registries: one X(object) for each file whose foot defines that object. A new
# game, domain, grid, memo, census, command or check needs no edit here.
defined  = $(sort $(shell sed -n 's/^const struct $(1) \([a-z0-9_]*\) = {$$/X(\1)/p' $(2) /dev/null))
listing  = printf '%s\n' '$(call defined,$(1),$(wildcard $(2)))' \
           | cmp -s - $B/gen/$(3).inc || printf '%s\n' '$(call defined,$(1),$(wildcard $(2)))' > $B/gen/$(3).inc
$(shell mkdir -p $B/gen; \
  $(call listing,ruleset,rules/*.c,rulesets); \
  $(call listing,domain_kind,engine/value/*.c,domains); \
  $(call listing,grid_kind,engine/grid/*.c rules/grid_*.c,grids); \
  $(call listing,memo_kind,engine/memo/*.c,memos); \
  $(call listing,method,engine/run/methods/method_*.c,methods); \
  $(call listing,ranks_kind,$(if $(MPI),engine/ranks/ranks_*.c),ranks); \
  $(call listing,census,census/named/*.c,censuses); \
  $(call listing,command,census/command/*.c,commands); \
  $(call listing,check,census/check/*.c,checks))

all: packages $B/census

# Everything that needs packages asks for this file. `make` alone names what is
# missing; the goals that promise to set up install it.
packages:
	@missing=$$(for p in $(PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
	 [ -z "$$missing" ] || { echo "missing packages:" $$missing "(make deps installs them)" >&2; exit 3; }
deps:
	@missing=$$(for p in $(PACKAGES); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
	 [ -n "$$missing" ] || exit 0; \
	 command -v apt-get >/dev/null || { echo "please install:" $(PACKAGES) >&2; exit 3; }; \
	 sudo=$$([ $$(id -u) = 0 ] || echo sudo); \
	 $$sudo apt-get update -q && \
	 DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -q -y --no-install-recommends $$missing

$B/census: $B/obj/census/main.o $(lib)
	$(CC) $(CFLAGS) $(LDFLAGS) $(LINK) -o $@ $^ $(LDLIBS)

$B/tests: $(tests) $(lib)
	$(CC) $(CFLAGS) $(LINK) -o $@ $^ $(LDLIBS) -lcriterion

$(benches): $B/bench/%: $B/obj/bench/%.o $(call objects,$(shared)) $(lib)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LDLIBS)

$B/obj/census/cli/version.o: CFLAGS += -DCENSUS_VERSION='"$(BUILD)"'
$B/obj/engine/ranks/ranks_mpi.o: CFLAGS += $(shell pkg-config --cflags ompi-c 2>/dev/null)
# Loops that move bytes, which gcc vectorises only at this level.
$B/obj/engine/store/file/chunk.o: OPT += -O3
$B/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c -o $@ $<

# What a browser reads in the pages of `census view`, as lists of bytes.
$B/gen/page.%.inc: census/view/page.%
	@od -An -v -tx1 $< | sed 's/ \(..\)/0x\1,/g' > $@
$B/obj/census/view/view.o: $B/gen/page.css.inc $B/gen/page.js.inc

# The version is compiled in: compile it again when it changes.
$(shell printf '%s\n' '$(BUILD)' | cmp -s - $B/gen/version || printf '%s\n' '$(BUILD)' > $B/gen/version)
$B/obj/census/cli/version.o: $B/gen/version

reproduce: deps
	@$(MAKE) --no-print-directory all
	$B/census reproduce --force --dir $B/reproduced

# ONLY=store: the suites of test/store.
suites_of = sed -nE 's/.*\b(Test|TestParameters)\(([a-z0-9_]+),.*/\2/p; s/.*TestParameters\(([a-z0-9_]+),.*/\1/p' $(1) | sort -u | paste -sd'|'
test: deps
	@$(MAKE) --no-print-directory layers check-schemas $B/tests $B/census
	@CENSUS=$B/census OMP_WAIT_POLICY=passive $B/tests -j2 $(TESTFLAGS) \
	  $(if $(ONLY),--filter "@($$($(call suites_of,test/$(ONLY)/*.c)))/*")

methods: all
	$(PYTHON) -B test/run/method_table.py $B/census
	$(PYTHON) -B test/run/method_rulesets.py $B/census
leave-one-out: all
	test/layers/leave_one_out.sh $B $(ONLY)

COUNT ?= 10000
values: all
	$(PYTHON) -B test/value/canoniser.py $B/census $(COUNT) $(or $(SEED),0)
# Ranks on this machine: equal facts, a rank killed, a stop. The build folder may be one
# without MPI: two files are compiled, and the program is linked.
mpi-test:
	@$(MAKE) --no-print-directory MPI=1 deps
	@$(MAKE) --no-print-directory MPI=1 $B/census
	CENSUS=$B/census test/census/mpi.sh

# Slices as an array of a Slurm on this machine alone; wants root. Not in .ci/run.
slurm-test: PACKAGES += slurm-wlm procps
slurm-test: deps
	@$(MAKE) --no-print-directory $B/census
	CENSUS=$B/census test/census/slurm.sh

# By Debian's cross compiler, against Debian's arm64 libraries, which are unpacked below the
# build folder (260 MB), under QEMU. Wants root where QEMU is not in binfmt_misc. Not in .ci/run.
arm64-test: PACKAGES += gcc-aarch64-linux-gnu qemu-user-static mmdebstrap
arm64-test: deps
	test/arm64/arm64.sh $B-arm64 $(filter lib%-dev nettle-dev,$(PACKAGES))

# Pages of `census view` at desk and phone width, light and dark; screenshots in
# $B/browser. Not in .ci/run: Chromium takes 350 MB.
browser-test: PACKAGES += chromium chromium-driver python3-selenium
browser-test: deps
	@$(MAKE) --no-print-directory $B/census
	CENSUS=$(abspath $B/census) $(PYTHON) -B test/census/browser.py $B/browser

# Archives read in R; where R is not there, `make test` says that it skipped this.
r-test: PACKAGES += r-base-core r-cran-hdf5r
r-test: deps
	@$(MAKE) --no-print-directory $B/census
	CENSUS=$B/census test/census/r.sh

faults: PACKAGES += faketime strace python3-h5py
faults: deps
	@$(MAKE) --no-print-directory all
	@$(MAKE) --no-print-directory B=$B-O0 OPT=-O0 $B-O0/census
	CENSUS=$B/census test/faults/kill_loop.sh
	CENSUS=$B/census test/faults/fault_table.sh
	CENSUS=$B/census test/faults/failing_calls.sh
	$(PYTHON) -B test/faults/signal_table.py $B/census $(SIGNALS)
	$(PYTHON) -B test/faults/forged.py $B/census $(FORGED)
	$(PYTHON) -B test/faults/calls/every_call.py $B/census $(or $(EVERY),1) $(CALLSTIME)
	CENSUS=$B/census OTHER=$B-O0/census PYTHON=$(PYTHON) test/faults/fault_world.sh

# One line changed at a time, in a copy: which changes does no test notice? ONLY=proof
# tries those with that word.
mutate: deps
	@$(PYTHON) -B test/mutate/mutate.py $(ONLY)

# Coverage-guided, by clang; what it finds is kept below $B-fuzz. The bounded form
# without clang is in the tests (test/fuzz/test_fuzz.c). Leaks are not looked for, since
# HDF5 keeps what it frees in lists of its own.
FUZZTIME ?= 30
# What clang needs here: it only recommends its sanitizers. Archer is in libomp-dev.
fuzz check-tsan: PACKAGES += clang libclang-rt-dev libomp-dev
fuzz: deps
	@$(MAKE) --no-print-directory B=$B-fuzz CC=clang WARN= \
	  SAN=address,undefined,fuzzer-no-link $B-fuzz/fuzz
	@FUZZ_SEED=$B-fuzz/archive.seed $B-fuzz/fuzz
	@for t in position ruleset grid where run archive crafted; do \
	  mkdir -p $B-fuzz/corpus/$$t $B-fuzz/found && \
	  case $$t in archive) cp $B-fuzz/archive.seed $B-fuzz/corpus/archive/seed; seeds=;; \
	    crafted) seeds=;; *) seeds=test/fuzz/corpus/$$t;; esac; \
	  FUZZ=$$t ASAN_OPTIONS=detect_leaks=0 $B-fuzz/fuzz -close_fd_mask=3 -max_total_time=$(FUZZTIME) \
	    -max_len=65536 -rss_limit_mb=4000 -print_final_stats=1 -artifact_prefix=$B-fuzz/found/$$t- \
	    $B-fuzz/corpus/$$t $$seeds >$B-fuzz/$$t.log 2>&1 || { tail -40 $B-fuzz/$$t.log; exit 1; }; \
	  echo "$$t: $$(sed -n 's/^stat::number_of_executed_units: *//p' $B-fuzz/$$t.log) inputs, fine"; done
$B/fuzz: $(call objects,$(addprefix test/fuzz/,driver.c fuzz.c craft.c bear.c)) $(lib)
	$(CC) $(CFLAGS) -fsanitize=fuzzer -o $@ $^ $(LDLIBS)

# Archives that lie about types, sizes, layout, links, cells, ... for every command that
# reads one, each call a process: how many crash, hang, are believed.
ARCHIVES ?= 200
crafted: deps
	@$(MAKE) --no-print-directory $B/crafted
	@OMP_WAIT_POLICY=passive $B/crafted -s $(SEED) $(if $(SECONDS),-n 1000000000 -t $(SECONDS),-n $(ARCHIVES))
$B/crafted: $(call objects,$(addprefix test/fuzz/,crafted.c craft.c bear.c)) $(lib)
	$(CC) $(CFLAGS) -o $@ $^ $(LDLIBS)

# Drawn censuses in all ways; SECONDS=3600 draws for an hour, SEED=N others.
CENSUSES ?= 150
SEED     ?= 1
differential: deps
	@$(MAKE) --no-print-directory $B/differential
	@OMP_WAIT_POLICY=passive $B/differential -s $(SEED) $(if $(SECONDS),-n 1000000000 -t $(SECONDS),-n $(CENSUSES))
$B/differential: $B/obj/test/differential/differential.o \
    $(call objects,$(addprefix test/common/,whole_run.c store_rows.c)) $(lib)
	$(CC) $(CFLAGS) -o $@ $^ $(LDLIBS) -lcriterion

check-san:
	@$(MAKE) --no-print-directory B=$B-san SAN=address,undefined test

# Data races. ThreadSanitizer does not understand GCC's OpenMP; it does clang's,
# with its tool Archer. (Criterion does not start under ThreadSanitizer.)
TSAN = OMP_TOOL_LIBRARIES=$$(clang -print-file-name=libarcher.so) \
       TSAN_OPTIONS="halt_on_error=1 ignore_noninstrumented_modules=1"
TSANRUN = $(TSAN) $B-tsan/census run -q --force -t 4 -o $B-tsan/x.h5
check-tsan: deps
	@$(MAKE) --no-print-directory B=$B-tsan CC=clang WARN= SAN=thread \
	  $B-tsan/census $B-tsan/bench/memo_stress $B-tsan/bench/partizan
	@ARCHER_OPTIONS=verbose=1 $(TSANRUN) top-entails-partitions --total 9 2>&1 | \
	  grep -q '^Archer detected' || { echo "Archer cannot be loaded" >&2; exit 3; }
	$(TSAN) $B-tsan/bench/memo_stress -o 200000 -k 14 -t 4
	$(TSAN) $B-tsan/bench/memo_stress -o 200000 -k 14 -t 4 -w
	$(TSAN) $B-tsan/bench/partizan -r 1 -t 4
	@for m in mutex striped spin private line packed wide dense; do echo "runs with memo $$m"; \
	  $(TSANRUN) top-entails-partitions --total 22 --memo $$m && \
	  $(TSANRUN) top-entails-partitions --total 18 --memo $$m --recursion || exit; done
	$(TSANRUN) --rules end-nim --ask partizan --grid rows:heaps=1..3,size=1..3
	$(TSANRUN) top-entails-partitions --total 25
	$(TSAN) $B-tsan/census verify --proof -t 4 -q $B-tsan/x.h5
	@echo "check-tsan: fine"

# clang-tidy (.clang-tidy says what is left out, and why) and cppcheck.
LINT := -std=c11 -D_GNU_SOURCE -fopenmp -I. -I$B/gen $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
tidy: PACKAGES += clang-tidy cppcheck libomp-dev
tidy: deps
	@$(MAKE) --no-print-directory all lint
	@echo "tidy: fine"
lint: all
	@printf '%s\n' $(engine) $(rules) $(census) census/main.c | xargs -P "$$(nproc)" -n 8 sh -c \
	  'clang-tidy --quiet --warnings-as-errors="*" "$$@" -- $(LINT) 2>/dev/null || exit 1' tidy
	@$(CPPCHECK)
CPPCHECK = cppcheck -j "$$(nproc)" --quiet --std=c11 --enable=warning,performance,portability --error-exitcode=1 \
  --inline-suppr -I. -I$B/gen -D_GNU_SOURCE engine rules census
cppcheck: PACKAGES += cppcheck
cppcheck: deps
	@$(CPPCHECK)
	@echo "cppcheck: fine"

bench: deps
	@$(MAKE) --no-print-directory $(benches)
	@for b in $(benches); do $$b; done
	$B/census bench --csv

cost: PACKAGES += valgrind binutils
cost: deps
	@$(MAKE) --no-print-directory $B/census
	CENSUS=$B/census bench/cost.sh $(if $(WRITE),--write)

proof-cost: all
	$(PYTHON) -B bench/proof.py $B/census $(RUNS)

# The published contract of every archive; a change shows up in git.
schemas: all
	@for c in $$($B/census list censuses --names); do \
	  $B/census schema $$c > schemas/$$c.txt || exit; done
check-schemas: all
	@for c in $$($B/census list censuses --names); do \
	  $B/census schema $$c | cmp - schemas/$$c.txt || \
	  { echo "schemas/$$c.txt is not what the program writes (make schemas)" >&2; exit 1; }; done

# Who may know whom: test/layers/rooms.txt, held against includes and calls.
layers: deps
	@$(MAKE) --no-print-directory $(call objects,census/main.c) $(lib)
	@$(PYTHON) -B test/layers/layers.py --objects $B/obj --unbuilt $(unbuilt)

# Figures and report read results/archives/; results/README.md says what is there.
RESULT := $(PYTHON) -B results/
figures: deps
	$(RESULT)draw.py --out $B/figures
report: figures
	@$(MAKE) --no-print-directory all
	$(RESULT)report.py --census $B/census --build $B
summaries: PACKAGES += cadical
summaries: deps
	$(RESULT)summaries.py
report: PACKAGES += python3-markdown
# What strangers confirm theirs by: digests of every named census at three sizes.
digests digests-check: deps
	@$(MAKE) --no-print-directory all
	$(RESULT)digests.py $(if $(filter digests,$@),write,check) --census $B/census $(if $(FAST),--quick)
results-check: deps
	@$(MAKE) --no-print-directory all
	$(RESULT)archives.py check --census $B/census $(if $(FAST),--fast)

# What a game of one's own may include (engine/plugin.h).
HEADERS := $(addprefix engine/,plugin.h catalogue/plugin.h catalogue/catalogue.h \
             $(addprefix game/,check.h heap_code.h ruleset.h point.h position.h region.h) grid/grid.h \
             $(addprefix value/,domain.h book.h) \
             $(addprefix base/,column.h crew.h param.h status.h log.h)) \
             $(addprefix rules/,heaps.h heaps_move.h kinds.h replies.h take_break.h)
# What README.md links to and makes sense without the source, under the same names.
DOCS    := LICENSE README.md CHANGELOG.md CITATION.cff rules/README.md engine/memo/README.md \
           engine/store/FORMAT.md results/README.md results/SEQUENCES.md results/DIGESTS census/python/README.md census/python/example.py \
           $(addprefix rules/examples/wythoff/,README.md wythoff.c hour.sh figure.py)
SHARE   = $(DESTDIR)$(PREFIX)/share
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions
# Where $(PYTHON) looks for packages below PREFIX: Debian's for those of the
# system and of the machine, any for a user's (PREFIX=$HOME/.local).
PYTHONDIR ?= $(PREFIX)/lib/$(if $(filter /usr,$(PREFIX)),python3/dist-packages,$(PYTHON3)/$(if \
             $(filter /usr/local,$(PREFIX)),dist-packages,site-packages))
PYTHON3    = $(shell $(PYTHON) -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
DISTINFO   = $(DESTDIR)$(PYTHONDIR)/census-$(VERSION).dist-info
PC       = sed -e 's|@PREFIX@|$(1)|; s|@INCLUDE@|$(2)|; s|@VERSION@|$(VERSION)|' census/packaging/census.pc.in

# The page's prose, and what every command says of itself.
$B/census.1: census/packaging/census.1.in census/packaging/commands.awk $B/census
	@{ sed '/^@COMMANDS@$$/,$$d' $<; \
	   for c in $$($B/census list commands --names); do \
	     $B/census $$c --help | awk -v name=$$c -f census/packaging/commands.awk; done; \
	   sed '1,/^@COMMANDS@$$/d' $<; } | sed 's/@VERSION@/$(VERSION)/' > $@
# pkg-config takes it for an installed one where PKG_CONFIG_PATH has $B.
$B/census-uninstalled.pc: census/packaging/census.pc.in $B/gen/version
	@$(call PC,$(CURDIR),$(CURDIR)) > $@
all: $B/census.1 $B/census-uninstalled.pc

install: all
	install -D -m 755 $B/census $(DESTDIR)$(PREFIX)/bin/census
	for h in $(HEADERS); do install -D -m 644 $$h $(DESTDIR)$(PREFIX)/include/census/$$h || exit; done
	install -D -m 644 /dev/null $(SHARE)/pkgconfig/census.pc
	$(call PC,$(PREFIX),$${prefix}/include/census) > $(SHARE)/pkgconfig/census.pc
	install -D -m 644 $B/census.1 $(SHARE)/man/man1/census.1
	install -D -m 644 census/packaging/census.bash $(DESTDIR)$(BASHDIR)/census
	install -D -m 644 census/packaging/_census $(DESTDIR)$(ZSHDIR)/_census
	install -D -m 644 -t $(SHARE)/census/schemas schemas/*.txt
	install -D -m 644 -t $(DESTDIR)$(PYTHONDIR)/census census/python/census/*.py census/python/census/py.typed
	install -D -m 644 -t $(DISTINFO) census/python/entry_points.txt
	sed 's/@VERSION@/$(VERSION)/' census/python/METADATA.in > $(DISTINFO)/METADATA
	for d in $(DOCS); do install -D -m 644 $$d $(SHARE)/doc/census/$$d || exit; done
uninstall:
	rm -rf $(DESTDIR)$(PREFIX)/bin/census $(DESTDIR)$(PREFIX)/include/census $(SHARE)/census \
	  $(SHARE)/doc/census $(SHARE)/pkgconfig/census.pc $(SHARE)/man/man1/census.1 \
	  $(DESTDIR)$(BASHDIR)/census $(DESTDIR)$(ZSHDIR)/_census \
	  $(DESTDIR)$(PYTHONDIR)/census $(DISTINFO)
installcheck:
	PYTHON=$(PYTHON) PYTHONPATH=$(DESTDIR)$(PYTHONDIR) test/census/installcheck.sh $(DESTDIR)$(PREFIX)

.PHONY: browser-test deb-test digests digests-check r-test
# By debhelper, from a copy of the sources. deb-test: built, installed, used and purged in a
# Debian that has nothing else (root; makes one with mmdebstrap). Neither in .ci/run.
deb deb-test: PACKAGES += debhelper dh-python dpkg-dev
deb: deps
	census/packaging/deb.sh $B/deb '$(VERSION)' '$(COMMIT)'
deb-test: PACKAGES += mmdebstrap
deb-test: deb
	test/census/deb_bare.sh $B/deb/census_*.deb

clean:
	rm -rf $B $B-san $B-fuzz $B-tsan $B-O0 $B-arm64

.PHONY: all packages deps reproduce cost proof-cost test values mpi-test slurm-test arm64-test differential crafted methods leave-one-out faults mutate fuzz tidy lint cppcheck check-tsan check-san bench figures report summaries results-check schemas check-schemas layers install uninstall installcheck deb clean
-include $(patsubst %.o,%.d,$(lib) $(tests) $B/obj/census/main.o $(patsubst $B/bench/%,$B/obj/bench/%.o,$(benches)))
