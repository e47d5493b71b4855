import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** Outlives a recorder that is killed, and then ends what it recorded. What was sampled stays. */
export type Guardian = ReturnType<typeof startGuardian>;

/** From SIGTERM to SIGKILL, in tenths of a second. */
const GRACE = 20;
/** How often at most is looked for processes that others have started meanwhile. */
const ROUNDS = 20;

/**
 * A shell, as every Unix has one: it starts within a millisecond or two, takes 1 MB, and is asleep until its standard input
 * ends, which the system sees to when the recorder is gone, however that came about. Whatever the program does, it cannot
 * keep this from running: a loop without end, a wait in C++ before its first line, an addon that does not load.
 *
 * It starts as few processes as it can: where programs spin on all processors, a new one may have to wait for seconds.
 *
 * Processes are known by their ids and the moments of their births, as another may have got an id. Linux also tells which
 * Nodes have the recording's folder in the environment that they were started with; those may not have come to us yet.
 */
const SCRIPT = `
trap '' INT TERM HUP QUIT TSTP TTIN TTOU
set -f
dir=$1
pids=; released=
birth() {
  born=
  if [ -r /proc/self/stat ]; then
    stat=
    while read -r part; do stat="$stat $part"; done 2>/dev/null < "/proc/$1/stat"
    set -- \${stat##*) }
    case \${1-Z} in Z | X) ;; *) born=\${20} ;; esac
  else
    born=$(ps -o lstart= -p "$1" 2>/dev/null | tr ' ' _)
  fi
}
without() {
  kept=
  for one in $pids; do [ "\${one%%:*}" = "$1" ] || kept="$kept $one"; done
  pids=$kept
}
add() {
  [ "$1" -gt 1 ] 2>/dev/null || return 0
  case " $pids $released " in *" $1:"* | *" $1 "*) return 0 ;; esac
  birth "$1"
  [ -z "$born" ] || pids="$pids $1:$born"
}
search() {
  set +f
  notes=$(cd "$dir" 2>/dev/null && echo ready-* .ready-*)
  marked=$(grep -lF -e "$dir" /proc/[0-9]*/environ 2>/dev/null)
  set -f
  for note in $notes; do case $note in *ready-[0-9]*) add "\${note##*-}" ;; esac; done
  for file in $marked; do
    pid=\${file#/proc/}; pid=\${pid%/environ}
    case $(readlink "/proc/$pid/exe") in */node*) add "$pid" ;; esac
  done
}
living() {
  alive=
  for one in $pids; do
    birth "\${one%%:*}"
    [ "$born" != "\${one#*:}" ] || alive="$alive \${one%%:*}"
  done
}
while IFS= read -r line; do
  case $line in
    +*) without "\${line#+}"; add "\${line#+}" ;;
    -*) without "\${line#-}" ;;
    =*) without "\${line#=}"; released="$released \${line#=}" ;;
    done) exit 0 ;;
  esac
done
search; living
[ -z "$alive" ] || kill -TERM $alive 2>/dev/null
tenths=0
while [ -n "$alive" ] && [ $tenths -lt ${GRACE} ]; do
  sleep 0.1 2>/dev/null || { sleep 1; tenths=$((tenths + 9)); }
  tenths=$((tenths + 1)); living
done
rounds=0
while search; living; [ -n "$alive" ] && [ $rounds -lt ${ROUNDS} ]; do
  kill -KILL $alive 2>/dev/null
  sleep 0.1 2>/dev/null || sleep 1
  rounds=$((rounds + 1))
done
rm -rf -- "$dir"
`;

/**
 * Starts the guardian of a recording. `directory`: the rendezvous' own folder. On Windows the system ends what a process has
 * started, and without a shell the programs see by themselves that their recorder is gone (`endWithoutRecorder`).
 */
export function startGuardian(directory: string) {
  // A line break would end a line of what the shell is told, and be two patterns for grep.
  const hasShell = process.platform !== 'win32' && !directory.includes('\n');
  const stdin = hasShell ? startShell(directory) : undefined;
  const tell = (line: string): void => {
    if (stdin?.writable) stdin.write(`${line}\n`);
  };
  // The system's first process is nobody's child.
  const isProcess = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 1;
  return {
    /** A process that ends with the recorder. */
    watch: (pid: number): void => {
      if (isProcess(pid)) tell(`+${pid}`);
    },
    /** A process that has ended; another may get its id. */
    forget: (pid: number): void => tell(`-${pid}`),
    /** A process that goes on by itself. */
    release: (pid: number): void => tell(`=${pid}`),
    /** The recording is over: nothing is ended any more. */
    dismiss: (): void => tell('done'),
  };
}

/** Gives what it reads, if it could be started. */
function startShell(directory: string): Writable | undefined {
  // What a terminal sends to the recorder's group it ignores. Not a session of its own: Linux shares the processors out
  // by sessions, and a shell alone in one was seen to wait for 8 s where others spun.
  const shell: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT, 'sh', directory], {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without descriptors left it cannot be started, and has no input.
  const { stdin } = shell;
  shell.on('error', () => undefined);
  stdin?.on('error', () => undefined);
  shell.unref();
  if (stdin instanceof Socket) stdin.unref();
  return stdin ?? undefined;
}
