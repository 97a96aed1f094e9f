#!/bin/sh
# Slices as an array of a real Slurm: one node, this one, on loopback, with
# daemons of its own that end with the script. Wants root. Ten tasks, one of
# which is killed and queued again; then the job that depends on them merges.
set -e
census=$(realpath "${CENSUS:-build/census}")
script=$(realpath census/packaging/slices.sbatch)
folder=$(mktemp -d /tmp/census-slurm-XXXXXX)
host=$(hostname -s)
export SLURM_CONF=$folder/slurm.conf CENSUS=$census
cd "$folder"
mkdir state spool
cat >slurm.conf <<END
ClusterName=census
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_res
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
KillWait=5
MaxArraySize=1001
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
slurmctld -D >ctld.out 2>&1 &
ctld=$!
slurmd -D >d.out 2>&1 &
slurmd=$!
trap 'kill $slurmd $ctld 2>/dev/null; wait; rm -rf "$folder"' EXIT

fail() {
    echo "slurm: $*" >&2
    tail -n 20 slurmctld.log slurmd.log census-*.log >&2 || :
    exit 1
}
# wait_for SECONDS COMMAND...
wait_for() {
    left=$(($1 * 5))
    shift
    until "$@" >/dev/null 2>&1; do
        left=$((left - 1))
        [ $left -gt 0 ] || fail "waited in vain for: $*"
        sleep 0.2
    done
}
idle() { sinfo -h -o %t | grep -qE 'idle|mix|alloc'; }
gone() { [ -z "$(squeue -h -j "$1")" ]; }
# The process of slice 4, as its record names it.
working() { pid=$(sed -n 's/.*process \([0-9]*\)".*/\1/p' x.h5.parts/slice-4-of-10.json) && kill -0 "$pid"; }

wait_for 60 idle
"$census" run top-entails-partitions --total 38 -q -o one.h5
array=$(sbatch --parsable --array=0-9 --cpus-per-task=1 --mem=0 --time=10 \
    "$script" x.h5 top-entails-partitions --total 38 --part-rows 256)
merge=$(sbatch --parsable --dependency=afterok:"$array" --kill-on-invalid-dep=yes --cpus-per-task=1 \
    --output=merge.log --wrap "$census merge x.h5.parts -o x.h5 --remove")
i=0
until working 2>/dev/null; do
    i=$((i + 1))
    [ $i -lt 3000 ] || fail "task 4 does not begin"
    sleep 0.02
done
kill -KILL "$pid"
echo "slurm: array $array of ten tasks, process $pid of task 4 killed"
wait_for 180 gone "$merge"
scontrol show job "${array}_4" | grep -E "JobState|Restarts" || :
[ -f x.h5 ] || fail "no archive: $(cat merge.log)"
"$census" diff one.h5 x.h5 || fail "other facts"
[ ! -e x.h5.parts ] || fail "the parts were left"
grep -h rows census-*.log || :
echo "slurm: fine"
