import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordOptions } from '../../../src/recorder/index.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { killQuietly } from '../../../src/recorder/program.ts';
import { type Bench, useBench } from '../../support/recording.ts';
import { isAlive } from '../../../src/recording/index.ts';

const source = new URL('../../../src/recorder/index.ts', import.meta.url).href;

/** Text of the recorder's own program: its loop stands still for some milliseconds, then it is gone. */
const DIE = `const die = (ms = 0) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  process.kill(process.pid, 'SIGKILL');
};`;

/** Records in a process of its own, which can be killed. `then`: what it does with `starting`, and `die`. */
function recordApart({ folder }: Bench, options: RecordOptions, then: string): ChildProcess {
  const code = `import { startRecording } from ${JSON.stringify(source)};
    ${DIE}
    const starting = startRecording({ ...${JSON.stringify({ ...options, env: undefined })}, env: process.env });
    ${then}`;
  return spawn(process.execPath, ['--import=tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: path.join(folder, 'tmp') },
  });
}

/** Processes that have the folder's name in their command lines. */
function processesOf({ folder }: Bench): number[] {
  const { stdout } = spawnSync('ps', ['-Aww', '-o', 'pid=,args='], { encoding: 'utf8' });
  const own = stdout.split('\n').filter((line) => line.includes(path.basename(folder)) && !line.includes('<defunct>'));
  return own.map((line) => Number.parseInt(line, 10));
}

async function waitUntil(ms: number, isDone: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!isDone() && performance.now() < end) await sleep(50);
  return isDone();
}

/** Waits until a recorder that kills itself is gone, then for all else, and tells what is left of it. */
async function leftBy(bench: Bench, recorder: ChildProcess): Promise<{ processes: string[]; files: string[] }> {
  await once(recorder, 'exit');
  await waitUntil(25_000, () => processesOf(bench).length === 0);
  const left = processesOf(bench);
  const describe = (pid: number): string =>
    spawnSync('ps', ['-o', 'args=,wchan=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  const processes = left.map(describe);
  for (const pid of left) killQuietly(pid, 'SIGKILL');
  // What was sampled stays beside the recording's place.
  const files = (await readdir(path.join(bench.folder, 'tmp'))).filter((name) => /^\.?heatline-/.test(name));
  return { processes, files };
}

const NOTHING = { processes: [], files: [] };
const SPIN = 'for (;;);';
const IGNORE = "process.on('SIGTERM', () => undefined);";
const CHILD = "const { spawn } = require('node:child_process');";
const KILL_LATER = 'setTimeout(die, 400);';

/** Programs by what they do while their recorder is killed, and how it comes to that. */
const states: Readonly<Record<string, readonly [program: string, then: string, more?: Partial<RecordOptions>]>> = {
  'waits for a timer': ['setInterval(() => undefined, 1000);', `await starting; ${KILL_LATER}`],
  spins: [SPIN, `await starting; ${KILL_LATER}`],
  'spins where no addon may load': [SPIN, `await starting; ${KILL_LATER}`, { runtimeArgs: ['--no-addons'] }],
  'does not end by SIGTERM, and spins': [`${IGNORE}${SPIN}`, `await starting; ${KILL_LATER}`],
  'is stopped': ["setTimeout(() => process.kill(process.pid, 'SIGSTOP'), 100);", `await starting; ${KILL_LATER}`],
  'has a worker that spins': [
    `new (require('node:worker_threads').Worker)('${SPIN}', { eval: true });`,
    `await starting; ${KILL_LATER}`,
  ],
  'has a child that spins, and one of its own': [
    `${CHILD} if (process.argv[2] === undefined) { spawn(process.execPath, [__filename, 'a']); setInterval(() => 0, 9); }
    else { if (process.argv[2] === 'a') spawn(process.execPath, [__filename, 'b']); setTimeout(() => { ${SPIN} }, 100); }`,
    'await starting; setTimeout(die, 900);',
  ],
  'waits for its recorder at its start': [SPIN, 'setTimeout(() => die(1000), 30);'],
  'waits for its recorder at its end': [
    "process.on('exit', () => console.log('end'));",
    "(await starting).stdout.once('data', () => die(500));",
  ],
};

for (const sampler of ['inspector', 'v8log'] as const) {
  describe(`a program whose recorder was killed (${sampler})`, function () {
    this.timeout(60_000);
    const bench = useBench();
    before(() => mkdir(path.join(bench.folder, 'tmp')));

    for (const [state, [text, then, more]] of Object.entries(states))
      itWhere(!isWindows, 'Windows has no SIGKILL')(`ends while it ${state}, and nothing of it is left`, async () => {
        const program = await bench.write('left.js', text);
        const recorder = recordApart(bench, bench.options(program, { sampler, ...more }), then);
        assert.deepEqual(await leftBy(bench, recorder), NOTHING);
      });

    itWhere(!isWindows, 'Windows has no SIGKILL')('ends where a shell has started it', async () => {
      const program = await bench.write('left.js', SPIN);
      const options = bench.options(program, { sampler });
      const args = ['-c', `"${options.runtimeExecutable}" "${program}"; true`];
      const recorder = recordApart(bench, { ...options, command: 'sh', args }, 'await starting; setTimeout(die, 700);');
      assert.deepEqual(await leftBy(bench, recorder), NOTHING);
    });
  });
}

/** Starts a worker and children, works a while, and ends: whenever its recorder is killed, something is under way. */
const EVERYTHING = `const { fork } = require('node:child_process');
const { Worker, isMainThread } = require('node:worker_threads');
const work = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
if (!isMainThread) work(150);
else if (process.argv[2]) work(200);
else { new Worker(__filename); fork(__filename, ['child']); work(50); fork(__filename, ['child']); setTimeout(work, 20, 100); }
`;

for (const major of nodeMajors) {
  describe(`a program on Node ${major} with a worker and children`, function () {
    this.timeout(120_000);
    const bench = useBench(major);
    before(() => mkdir(path.join(bench.folder, 'tmp')));

    itWhere(!isWindows, 'Windows has no SIGKILL')('ends, whenever its recorder is killed', async () => {
      const program = await bench.write('everything.js', EVERYTHING);
      for (let ms = 10; ms < 700; ms += 110) {
        const options = bench.options(program, { sampler: ms % 220 === 10 ? 'inspector' : 'v8log' });
        const recorder = recordApart(bench, options, `setTimeout(die, ${ms}); await starting;`);
        // A folder may be left by who is killed between making it and starting what would remove it.
        assert.deepEqual((await leftBy(bench, recorder)).processes, [], `killed after ${ms} ms`);
      }
    });
  });
}

describe('a program whose recorder lives', () => {
  const bench = useBench();
  before(() => mkdir(path.join(bench.folder, 'tmp')));

  it('runs on though it hears nothing of it', async () => {
    const program = await bench.write('silent.js', "require('inspector').close(); setInterval(() => undefined, 1000);");
    const recorder = recordApart(bench, bench.options(program), 'console.log((await starting).pid);');
    const [pid] = (await once(recorder.stdout!, 'data')) as [Buffer];
    const isGone = await waitUntil(8000, () => !isAlive(Number(pid)));
    killQuietly(Number(pid), 'SIGKILL');
    await once(recorder, 'exit');
    assert.equal(isGone, false);
  });

  itWhere(!isWindows, 'Windows has no process groups')(
    'goes on when it was left to itself at the end, though the recorder dies later',
    async () => {
      const text = `${CHILD} if (process.argv[2]) setInterval(() => 0, 1000);
        else spawn(process.execPath, [__filename, 'on'], { detached: true, stdio: 'ignore' }).unref(), setTimeout(() => 0, 500);`;
      const program = await bench.write('daemon.js', text);
      const recorder = recordApart(bench, bench.options(program), '(await starting).finished.then(() => die());');
      await once(recorder, 'exit');
      await sleep(500);
      const left = processesOf(bench);
      for (const pid of left) killQuietly(pid, 'SIGKILL');
      assert.equal(left.length, 1);
    },
  );

  it('knows it also where it may not signal it', () => {
    const kill = mock.method(process, 'kill', () => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    const answer = isAlive(process.ppid);
    kill.mock.restore();
    assert.equal(answer, true);
  });
});
