import assert from 'node:assert/strict';
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { RecordOptions } from '../../../src/recorder/index.ts';
import { bySampler, onUnix } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { killQuietly } from '../../../src/recorder/program/program.ts';
import { type Bench, describeOnNodes, printed, recordApart, useBench } from '../../support/recording.ts';
import { until } from '../../support/until.ts';
import { closing } from './closing.ts';

/** Processes that have a folder's name in their command lines. */
function processesOf(folder: string): number[] {
  const { stdout } = spawnSync('ps', ['-Aww', '-o', 'pid=,args='], { encoding: 'utf8' });
  const own = stdout.split('\n').filter((line) => line.includes(`${folder}/`) && !line.includes('<defunct>'));
  return own.map((line) => Number.parseInt(line, 10));
}

let places = 0;
interface Place {
  readonly folder: string;
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
}
/** A folder for one program and all that its recorder makes. */
async function placeFor(bench: Bench, text: string): Promise<Place> {
  const name = `place-${++places}`;
  const folder = path.join(bench.folder, name);
  await mkdir(path.join(folder, 'tmp'), { recursive: true });
  return { folder, program: await bench.write(`${name}/left.js`, text), env: { TMPDIR: path.join(folder, 'tmp') } };
}

/** Waits until a recorder that kills itself is gone, then for all else; the files that are left. */
async function leftBy({ folder }: Place, recorder: Promise<ChildProcess>): Promise<string[]> {
  await once(await recorder, 'exit');
  try {
    await until('all processes are gone', () => processesOf(folder).length === 0);
  } finally {
    for (const pid of processesOf(folder)) killQuietly(pid, 'SIGKILL');
  }
  // What was sampled stays beside the recording's place.
  return (await readdir(path.join(folder, 'tmp'))).filter((name) => /^\.?heatline-/.test(name));
}

/** Does the work of each, two at a time: as many programs that spin leave no processor to other tests. */
async function inPairs<T>(list: readonly T[], work: (one: T, index: number) => Promise<void>): Promise<void> {
  const waiting = [...list.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next[1], next[0]);
  };
  await Promise.all([lane(), lane()]);
}

const THERE = "console.log('there');";
const SPIN = `${THERE} for (;;);`;
const IGNORE = "process.on('SIGTERM', () => undefined);";
const CHILD = "const { spawn } = require('node:child_process');";
const WHEN_THERE = "(await starting).stdout.once('data', () => die());";

/** When the program has left its note, or some time after: it waits until its recorder has read that. */
const WHEN_READY = `const { readdirSync } = await import('node:fs');
  const look = () => readdirSync(process.env.TMPDIR, { recursive: true }).some((name) => /ready-\\d/.test(name)) ? die() : setImmediate(look);
  look();`;

/** Programs by what they do while their recorder is killed, and how it comes to that. */
const states: Readonly<Record<string, readonly [program: string, then?: string, more?: Partial<RecordOptions>]>> = {
  'waits for a timer': [`setInterval(() => undefined, 1000); ${THERE}`],
  spins: [SPIN],
  'spins where no addon may load': [SPIN, WHEN_THERE, { runtimeArgs: ['--no-addons'] }],
  'does not end by SIGTERM, and spins': [`${IGNORE}${SPIN}`],
  'is stopped': [`${THERE} process.kill(process.pid, 'SIGSTOP');`],
  'has a worker that spins': [
    `new (require('node:worker_threads').Worker)("require('node:worker_threads').parentPort.postMessage(0); for (;;);", { eval: true })
      .on('message', () => { ${THERE} });`,
  ],
  'has a child that spins, and one of its own': [
    `${CHILD} const next = process.argv[2] === undefined ? 'a' : 'b';
    if (process.argv[2] === 'b') { ${SPIN} }
    else spawn(process.execPath, [__filename, next]).stdout.once('data', () => { ${THERE} if (next === 'b') for (;;); });
    if (next === 'a') setInterval(() => 0, 9);`,
  ],
  'waits for its recorder at its start': [SPIN, WHEN_READY],
  'waits for its recorder at its end': [
    "process.on('exit', () => console.log('end'));",
    WHEN_THERE.replace('die()', 'die(500)'),
  ],
};

describe('a program whose recorder was killed', () => {
  const bench = useBench();

  bySampler(onUnix)('ends, whatever it does, and nothing of it is left', async (sampler) => {
    await inPairs(Object.entries(states), async ([state, [text, then = WHEN_THERE, more]]) => {
      const place = await placeFor(bench, text);
      const output = path.join(place.folder, 'out.cpuprofile');
      const options = bench.options(place.program, { sampler, output, ...more });
      assert.deepEqual(await leftBy(place, recordApart(options, then, place.env)), [], state);
    });
  });

  bySampler(onUnix)('ends where a shell has started it', async (sampler) => {
    const place = await placeFor(bench, SPIN);
    const options = bench.options(place.program, { sampler });
    const args = ['-c', `"${options.runtimeExecutable}" "${place.program}"; true`];
    const recorder = recordApart({ ...options, command: 'sh', args }, WHEN_THERE, place.env);
    assert.deepEqual(await leftBy(place, recorder), []);
  });
});

/** Starts a worker and children, works a while, and ends: whenever its recorder is killed, something is under way. */
const EVERYTHING = `const { fork } = require('node:child_process');
const { Worker, isMainThread } = require('node:worker_threads');
const work = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
if (!isMainThread) work(150);
else if (process.argv[2]) work(200);
else { new Worker(__filename); fork(__filename, ['child']); work(50); fork(__filename, ['child']); setTimeout(work, 20, 100); }
`;

describeOnNodes('a program with a worker and children', outerNodeMajors, (bench) => {
  onUnix('ends, whenever its recorder is killed', async () => {
    await inPairs([10, 120, 230, 340, 450, 560, 670], async (ms, i) => {
      const place = await placeFor(bench, EVERYTHING);
      const options = bench.options(place.program, { sampler: i % 2 === 0 ? 'inspector' : 'v8log' });
      // A folder may be left by who is killed between making it and starting what would remove it.
      await leftBy(place, recordApart(options, `setTimeout(die, ${ms}); await starting;`, place.env));
    });
  });
});

describe('a program whose recorder lives', () => {
  const bench = useBench();

  it('runs on though it hears nothing of it', async () => {
    const { program, env } = await closing(bench, 'closeForGood(); setInterval(() => undefined, 1000);');
    // Whether its recorder is there is asked every three seconds; here more often.
    const hurry = await bench.write(
      'hurry.js',
      `const { setInterval } = globalThis;
      globalThis.setInterval = (ask, ms, ...rest) => setInterval((...all) => {
        ask(...all);
        if (ms === 3000) console.log('asked');
      }, ms === 3000 ? 20 : ms, ...rest);`,
    );
    const options = bench.options(program, {
      env: { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --require=${hurry}` },
    });
    const recorder = await recordApart(
      options,
      'const { pid, stdout } = await starting; console.log(pid); stdout.pipe(process.stdout);',
    );
    const pid = Number.parseInt(await printed(recorder), 10);
    for (let times = 0; times < 5; times++) assert.match(await printed(recorder), /asked/);
    killQuietly(pid, 'SIGKILL');
    await once(recorder, 'exit');
  });

  onUnix('goes on when it was left to itself at the end, though the recorder dies later', async () => {
    const place = await placeFor(
      bench,
      `${CHILD} if (process.argv[2]) { ${THERE} setInterval(() => 0, 1000); }
        else {
          const child = spawn(process.execPath, [__filename, 'on'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
          child.stdout.once('data', () => { child.unref(); child.stdout.destroy(); });
        }`,
    );
    const options = bench.options(place.program);
    const recorder = await recordApart(options, '(await starting).finished.then(() => die());', place.env);
    await once(recorder, 'exit');
    const guardians = (): number[] => processesOf(path.join(place.folder, 'tmp'));
    await until('its guardian is gone', () => guardians().length === 0);
    const left = processesOf(place.folder);
    for (const pid of left) killQuietly(pid, 'SIGKILL');
    assert.equal(left.length, 1);
  });
});
