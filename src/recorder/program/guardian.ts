import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** Outlives a recorder that is killed, and then ends what it recorded. What was sampled stays. */
export type Guardian = ReturnType<typeof startGuardian>;

/** From SIGTERM to SIGKILL, in tenths of a second. */
const GRACE = 20;
/** How often at most is looked for processes that others have started meanwhile. */
const ROUNDS = 20;

/**
 * A shell: it starts within a millisecond or two, takes 1 MB, and is asleep until its standard input ends, which the system sees to
 * when the recorder is gone, however that came about. Whatever the program does, it cannot keep this from running: a loop without
 * end, a wait in C++ before its first line, an addon that does not load.
 *
 * Linux tells which processes have the recording's folder in the environment that they were started with. Of these it ends the program
 * itself and every Node.
 */
const SCRIPT = `
trap '' INT TERM HUP QUIT TSTP TTIN TTOU
dir=$1
program=; released=
while IFS= read -r line; do
  case $line in
    +*) program=\${line#+} ;;
    =*) released="$released \${line#=}" ;;
    done) exit 0 ;;
  esac
done
search() {
  alive=
  for file in $(grep -lF -e "$dir" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}; pid=\${pid%/environ}
    case " $released " in *" $pid "*) continue ;; esac
    case "$pid $(readlink "/proc/$pid/exe")" in "$program "* | *" "*/node*) alive="$alive $pid" ;; esac
  done
}
search
[ -z "$alive" ] || kill -TERM $alive 2>/dev/null
tenths=0
while [ -n "$alive" ] && [ $tenths -lt ${GRACE} ]; do
  sleep 0.1 2>/dev/null || { sleep 1; tenths=$((tenths + 9)); }
  tenths=$((tenths + 1)); search
done
rounds=0
while search; [ -n "$alive" ] && [ $rounds -lt ${ROUNDS} ]; do
  kill -KILL $alive 2>/dev/null
  sleep 0.1 2>/dev/null || sleep 1
  rounds=$((rounds + 1))
done
rm -rf -- "$dir"
`;

/**
 * Starts the guardian of a recording. `directory`: the rendezvous' own folder. On Windows the system ends what a process has
 * started, and elsewhere but on Linux the programs see by themselves that their recorder is gone (`endWithoutRecorder`).
 */
export function startGuardian(directory: string) {
  // A line break would be two patterns for grep.
  const hasShell = process.platform === 'linux' && !directory.includes('\n');
  const stdin = hasShell ? startShell(directory) : undefined;
  const tell = (line: string): void => {
    if (stdin?.writable) stdin.write(`${line}\n`);
  };
  return {
    /** The program, which may be no Node. */
    watch: (pid: number): void => tell(`+${pid}`),
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
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', directory], {
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
