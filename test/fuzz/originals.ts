import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { CLOCK_SCRIPT } from '../../src/recording/index.ts';
import { project } from '../golden/programs.ts';
import { nestedProfile, sectionedFile, type ThreadToWrite } from '../support/threaded-recording.ts';
import { smallProfile } from '../unit/readers/cpuprofile/small-profile.ts';
import { writeFirefox } from '../unit/readers/firefox/write-firefox.ts';
import { smallLog } from '../unit/readers/v8-log/log-text.ts';

/** A recording whose mutants are read. */
export interface Original {
  readonly name: string;
  /** Ending of the file's name. */
  readonly ending: '.cpuprofile' | '.v8log' | '.calls.json' | '.pprof' | '.json';
  /** What is mutated; a character is a byte. */
  readonly text: string;
  /** The bytes of the recording with a mutant of `text` in it. */
  readonly recordingOf: (mutant: string) => Buffer;
}

const bytesOf = (mutant: string): Buffer => Buffer.from(mutant, 'latin1');
const textOf = (bytes: Buffer | string): string => Buffer.from(bytes).toString('latin1');

/** One of each format, and each kind of file inside it. */
export async function loadOriginals(): Promise<readonly Original[]> {
  const bundle = await golden('bundle-node26.cpuprofile');
  return [
    original('profile', '.cpuprofile', bundle),
    original('profile-24', '.cpuprofile', await golden('async-node24.cpuprofile')),
    original('small-profile', '.cpuprofile', JSON.stringify(smallProfile())),
    original('profile-threads', '.cpuprofile', JSON.stringify(nestedProfile(threads(false).slice(0, 3)))),
    original('log', '.v8log', shorten(await golden('bundle-node26-log.v8log'))),
    original('log-20', '.v8log', shorten(await golden('async-node20-log.v8log'))),
    original('small-log', '.v8log', `${log.join('\n')}\nheatline,${JSON.stringify(note)}\n`),
    original('log-threads', '.v8log', sectionedFile(threads(true))),
    original('pprof', '.pprof', await recorded('datadog-lines-node26.pb')),
    original('pprof-functions', '.pprof', await recorded('datadog-functions-node24.pb')),
    original('trace', '.json', await recorded('chrome-enhanced.json')),
    original('trace-node', '.json', await recorded('node24.trace.json')),
    original('firefox', '.json', JSON.stringify(firefox(70))),
    original('firefox-old', '.json', JSON.stringify(firefox(41))),
    original('calls', '.calls.json', JSON.stringify(calls)),
    { ...original('source-map', '.cpuprofile', await readFile(map)), recordingOf: carryMap(bundle) },
  ];
}

const map = `${project}/test/golden/programs/bundle/built/main.js.map`;

function original(name: string, ending: Original['ending'], bytes: Buffer | string): Original {
  return { name, ending, text: textOf(bytes), recordingOf: bytesOf };
}

async function golden(name: string): Promise<Buffer> {
  return gunzipSync(await readFile(`${project}/test/golden/recordings/${name}.gz`));
}

const recorded = async (name: string): Promise<Buffer> =>
  gunzipSync(await readFile(`${project}/test/formats/recordings/${name}.gz`));

/** Every fourth sample, and no notes of V8's memory: so that a mutation meets something that is read. */
function shorten(recording: Buffer): string {
  let ticks = 0;
  return recording
    .toString('utf8')
    .split('\n')
    .filter((line) => !/^(new|delete|heap-\w+|scavenge|script-details),/.test(line))
    .filter((line) => !line.startsWith('tick,') || ticks++ % 4 === 0)
    .join('\n');
}

/** A recording whose script carries the map. */
function carryMap(profile: Buffer): Original['recordingOf'] {
  const recording = JSON.parse(profile.toString('utf8')) as { $heatline: { scripts: { url: string }[] } };
  const { scripts } = recording.$heatline;
  const main = scripts.findIndex(({ url }) => url.endsWith('/main.js'));
  return (mutant) => {
    const sourceMap = bytesOf(mutant).toString('utf8');
    const carrying = scripts.with(main, { url: scripts[main].url, ...{ sourceMap } });
    return Buffer.from(JSON.stringify({ ...recording, $heatline: { ...recording.$heatline, scripts: carrying } }));
  };
}

/** Samples in optimised code, in a builtin, in the garbage collector and outside of JavaScript; with idle ones between. */
const log: readonly string[] = [
  ...smallLog,
  `code-creation,JS,10,500,0x4000,20,${CLOCK_SCRIPT}:1:1,0xe0,~`,
  ...Array.from({ length: 60 }, (_, i) => {
    const time = 1000 * (i + 1);
    if (i % 7 === 3) return `tick,0x400100,${time},1,0x5010,${i % 2 === 0 ? 1 : 6},0x9028,0x1004`;
    if (i % 7 === 5) return `tick,0x400200,${time},0,0x0,${i % 2 === 0 ? 7 : 2},overflow,0x3004,0x1004`;
    return `tick,0x${(0x9000 + 4 * (i % 16)).toString(16)},${time},0,0x0,0,0x1004`;
  }),
  'code-move,0x2000,0x3000',
  'sfi-move,0xb0,0xc0',
  'tick,0x3004,62000,0,0x0,0,0x1004',
];

const note = {
  version: 1,
  sampler: 'v8log',
  runtimeVersion: 'v22.1.0',
  program: '/a/b.js',
  cwd: '/a',
  requestedIntervalUs: 1000,
  reportedLost: 3,
  findings: [],
  end: { kind: 'exit', code: 0 },
  scripts: [{ url: 'file:///a/b.js', ids: [7], contentHash: 'ab' }],
  cpuClock: {
    timesUs: [0, 62_000],
    cpuUs: [0, 41_000],
    anchorUs: 500,
    // A signal for each tick: the first at 1 ms, all running but for a wait in the middle.
    records: {
      timeUs: [990, ...Array<number>(59).fill(1000), 2000],
      cpuUs: Array.from({ length: 61 }, (_, i) => (i > 20 && i < 30 ? 30 : 900)),
      states: `${'R'.repeat(21)}${'W'.repeat(8)}E${'R'.repeat(31)}`,
      switches: Array.from({ length: 61 }, (_, i) => (i > 20 && i < 31 ? 1 : 0)),
    },
  },
};

/** Three threads that overlap; a log's first two are logs, the third a profile. */
function threads(areLogs: boolean): readonly ThreadToWrite[] {
  const profile = smallProfile();
  const { scripts, cpuClock } = note;
  const own = areLogs ? log : profile;
  return [
    { name: 'main.js', samples: own, startUs: 5_000_000, endUs: 5_070_000, cpuUs: 50_000, facts: { scripts } },
    { name: 'worker 1', samples: own, startUs: 5_010_000, parent: 1, workerId: 1, facts: areLogs ? { cpuClock } : {} },
    { name: 'child.js', samples: profile, startUs: 5_020_000, kind: 'process', pid: 311, cpuUs: 40_000 },
    { name: 'sh', kind: 'process', pid: 312, reason: 'not-node', cpuUs: 1000 },
  ];
}

/** Two threads, of which one has a CPU clock. */
const firefox = (version: number): object => {
  const stacks = [['main /a/b.js:4:2', 'hot /a/b.js:9:1'], ['main /a/b.js:5'], [], ['main /a/b.js:4:2', 'gc|GC / CC']];
  const samples = Array.from({ length: 40 }, (_, i) => [i + 1, ...stacks[i % stacks.length]] as const);
  const cpu = samples.map((_, i) => (i % 4) * 300);
  return writeFirefox(
    [
      { name: 'GeckoMain', samples, cpu },
      { name: 'Worker', isMainThread: false, samples, cpu },
    ],
    { version },
  );
};

const calls = {
  timedCalls: {
    version: 1,
    threads: [
      {
        ...{ pid: 7, thread: 0, origin: 1000, cost: { insideNs: 10, besideNs: 10, clockNs: 20 }, pathIsComplete: true },
        functions: [
          {
            ...{ name: 'outer', file: '/a/b.js', line: 1, column: 14, kind: 'sync', count: 2, ended: 2, thrown: 0 },
            ...{ isShort: false, sumMs: 3, totalMs: 2, selfMs: 2, minMs: 1, maxMs: 2, untilReturnMs: 3 },
            ...{ histogram: [[2551, 2]], slowest: [{ startMs: 1, durationMs: 2, from: '' }] },
          },
        ],
        path: [
          { name: 'outer', startMs: 1, durationMs: 2, depth: 0, function: 0, caller: -1, ranMs: 2 },
          { name: 'outer', startMs: 2, durationMs: 1, depth: 1, function: 0, caller: 0, ranMs: 1 },
        ],
      },
    ],
    untimed: [],
  },
};
