import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** Outlives a recorder that is killed, and then ends what it recorded. What was sampled stays. */
export type Guardian = ReturnType<typeof startGuardian>;

/** From SIGTERM to SIGKILL, in tenths of a second. */
const GRACE = 20;
/** How often at most is looked for processes that have come meanwhile. */
const ROUNDS = 20;

/**
 * A shell, as every Unix has one: it starts within a millisecond or two, takes 1 MB, and is asleep until its standard input
 * ends, which the system sees to when the recorder is gone, however that came about. Whatever the program does, it cannot
 * keep this from running: a loop without end, a wait in C++ before its first line, an addon that does not load.
 *
 * It starts as few processes as it can: where programs spin on all processors, a new one may have to wait for seconds.
 *
 * Processes are known by their ids and the moments of their births, as another may have got an id. Those that the recorder has not
 * met yet have left a note.
 */
const SCRIPT = `
trap '' INT TERM HUP QUIT TSTP TTIN TTOU
dir=$1
pids=
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
  case " $pids " in *" $1:"*) return 0 ;; esac
  birth "$1"
  [ -z "$born" ] || pids="$pids $1:$born"
}
search() {
  for note in $(cd "$dir" 2>/dev/null && echo ready-* .ready-*); do case $note in *ready-[0-9]*) add "\${note##*-}" ;; esac; done
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
 * Starts the guardian of a recording. `directory`: the rendezvous' own folder. Without a shell there is none: Windows
 * ends what a process has started.
 */
export function startGuardian(directory: string) {
  const stdin = process.platform === 'win32' ? undefined : startShell(directory);
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
    /** A process that has ended, whose id another may get, or that goes on by itself. */
    forget: (pid: number): void => tell(`-${pid}`),
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
