import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, truncateSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startRecording } from '../../../src/recorder/index.ts';
import { describeProcess, POLL_MS, readQuietly } from '../../../src/recorder/program/process-tree.ts';
import { RENDEZVOUS_VARIABLE } from '../../../src/recording/rendezvous.ts';
import type { ThreadIndex } from '../../../src/recording/threads.ts';
import { hottestLine, samplesOf } from '../../support/figures.ts';
import { bySampler, isLinux, isRepaired, onLinux, onRepaired, onUnix } from '../../support/it-where.ts';
import { nodeBinary, outerNodeMajors } from '../../support/nodes.ts';
import {
  assertRecorded,
  BUSY,
  describeOnNodes,
  exit,
  finish,
  printed,
  readNotes,
  type Recorded,
  useBench,
} from '../../support/recording.ts';
import { wordsOf } from '../../support/told.ts';
import { until } from '../../support/until.ts';

/** What processes do in the programs below, each in a function of its own, and what a thread or a process sees of its recorder. */
const ROLES = `${BUSY}
const cp = require('child_process'), cluster = require('cluster');
const { Worker, isMainThread, workerData } = require('worker_threads');
const roles = {
  fork() { function inFork() { busy(60); } inFork(); process.send(seen()); process.disconnect(); },
  spawn() { function inSpawn() { busy(60); } inSpawn(); console.log(seen()); },
  shell() { function inShell() { busy(60); } inShell(); console.log(seen()); },
};
const seen = () => JSON.stringify([process.execArgv, process.env.NODE_OPTIONS ?? '', require('inspector').url() ?? '',
  ...Object.keys(process.env).filter((name) => /HEATLINE_REN/.test(name))]);
const shell = () => cp.exec(JSON.stringify(process.execPath) + ' ' + JSON.stringify(__filename) + ' shell 2>&1', (error, text) => console.log('shell', text.trim()));
`;

/** Every way to start a thread or a process. */
const FAMILY = `${ROLES}
Object.assign(roles, {
  worker() { function inWorker() { busy(60); } inWorker(); console.log('worker', seen()); new Worker(__filename, { workerData: 'nested' }); },
  nested() { function inNested() { busy(60); } inNested(); },
  cluster() { function inCluster() { busy(60); } inCluster(); console.log('cluster', seen()); process.exit(4); },
});
const role = isMainThread ? (cluster.isWorker ? 'cluster' : process.argv[2]) : workerData;
if (role !== undefined) roles[role]();
else {
  const end = (what, child) => new Promise((resolve) => child.on('exit', (code) => resolve(console.log(what, code))));
  (async () => {
    await end('worker', new Worker(__filename, { name: 'the pool', workerData: 'worker' }));
    const forked = cp.fork(__filename, ['fork']);
    forked.on('message', (text) => console.log('fork', text));
    await end('fork', forked);
    const spawned = cp.spawn(process.execPath, [__filename, 'spawn']);
    for (const name of ['stdout', 'stderr']) spawned[name].on('data', (text) => console.log(name, String(text).trim()));
    await end('spawn', spawned);
    await end('exec', shell());
    await end('cluster', cluster.fork());
    console.log('main', seen(), ...['SIGINT', 'SIGTERM', 'uncaughtExceptionMonitor'].map((name) => process.listenerCount(name)));
  })();
}
`;

/** Workers that start processes: one as it comes, one without flags and environment of its parent, one below a worker. */
const CHILDREN_OF_WORKERS = `${ROLES}
const workers = {
  plain() { console.log('worker', seen()); cp.fork(__filename, ['fork']).on('message', (text) => console.log('fork', text)); new Worker(__filename, { name: 'nested', workerData: 'nested' }); },
  bare() { console.log('spawn', cp.spawnSync(process.execPath, [__filename, 'spawn']).stdout.toString().trim()); },
  nested: shell,
};
if (!isMainThread) workers[workerData]();
else if (process.argv[2]) roles[process.argv[2]]();
else {
  new Worker(__filename, { name: 'plain', workerData: 'plain' });
  new Worker(__filename, { name: 'bare', workerData: 'bare', execArgv: [], env: {} });
}
`;

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** tsx has a thread for its hooks; the program has two more, which compute as the main thread does. */
const TYPED = `${BUSY}import { Worker, isMainThread } from 'node:worker_threads';
interface Work { readonly times: number }
function compute({ times }: Work): number {
  let x: number = 0;
  for (let i: number = 0; i < times; i++)
    x += Math.sqrt(x + 1);
  return x;
}
function inThread(): Promise<void> {
  const worker = new Worker('let x = 0; for (let i = 0; i < 1e7; i++) x += Math.sqrt(x + 1);', { eval: true });
  return new Promise((resolve) => worker.once('exit', () => resolve()));
}
const threads: Promise<void>[] = [inThread(), inThread()];
untilSampled(() => compute({ times: 3e7 }));
console.log(isMainThread);
await Promise.all(threads);
`;

/** Six threads one after the other, the first of them over long before the program is asked how it is. */
const SHORT_WORKERS = `
const { Worker, isMainThread } = require('node:worker_threads');
if (isMainThread) {
  let left = 6;
  const next = () => left-- > 0 && new Worker(__filename).on('exit', next);
  next();
} else {
  let text = '';
  for (let i = 0; i < 6e5; i++) text = \`a\${i}-\${text.length}\`;
}
`;

const CLEAN = '[[],"",""]';
/** Of what inherits the program's own flag. */
const OWN = '[["--no-opt"],"",""]';

const indexOf = async ({ file }: Recorded): Promise<ThreadIndex> =>
  (await readNotes(file)).index ?? assert.fail('the recording has no index');
const linesOf = ({ stdout }: Recorded): string[] => stdout.trim().split('\n');

describeOnNodes('the threads of a program', outerNodeMajors, (bench) => {
  const each = bySampler();

  each('are recorded from their first lines, however they were started, and see nothing of it', async (sampler) => {
    const recorded = await bench.record(FAMILY, { sampler, runtimeArgs: ['--no-opt'] });
    await assertRecorded(recorded, {
      ...{ stderr: '', ending: exit(0) },
      sampled: ['inWorker', 'inNested', 'inFork', 'inSpawn', 'inShell', 'inCluster'],
    });
    const lines = linesOf(recorded);
    const shell = lines.slice(6, 8).sort();
    assert.deepEqual(
      [...lines.slice(0, 6), ...shell, ...lines.slice(8)],
      [
        ...[`worker ${OWN}`, 'worker 0', `fork ${OWN}`, 'fork 0', `stdout ${CLEAN}`, 'spawn 0'],
        ...['exec 0', `shell ${CLEAN}`, `cluster ${OWN}`, 'cluster 4', `main ${OWN} 0 0 0`],
      ],
    );
    const { threads } = await indexOf(recorded);
    const kinds = ['main', 'worker', 'worker', ...Array<string>(4).fill('process')];
    assert.deepEqual(
      wordsOf(threads, 'kind', 'recorded'),
      kinds.map((kind) => `${kind} true`),
    );
    assert.equal(threads[1].name, 'the pool');
    assert.deepEqual(new Set(threads.slice(1).map(({ parent }) => parent)), new Set([threads[0].id]));
  });

  each('that workers start are recorded too, whatever flags the worker has', async (sampler) => {
    const recorded = await bench.record(CHILDREN_OF_WORKERS, { sampler });
    await assertRecorded(recorded, { stderr: '', ending: exit(0), sampled: ['inFork', 'inSpawn', 'inShell'] });
    const lines = ['fork', 'shell', 'spawn', 'worker'].map((name) => `${name} ${CLEAN}`);
    assert.deepEqual(linesOf(recorded).sort(), lines);
    const { threads } = await indexOf(recorded);
    const startedBy = (id = 0): string => threads.find((thread) => thread.id === id)?.name ?? 'nobody';
    const processes = threads.filter(({ kind, recorded: isRecorded }) => kind === 'process' && isRecorded);
    assert.deepEqual(processes.map(({ parent }) => startedBy(parent)).sort(), ['bare', 'nested', 'plain']);
  });

  each('keep what was logged, or at least their names, when they are killed', async (sampler) => {
    const recorded = await bench.record(
      `${BUSY}if (process.argv[2]) { function inKilled() { busy(100); } inKilled(); process.send(1); setInterval(() => {}, 1000); }
       else { const child = require('child_process').fork(__filename, ['child']);
         child.on('message', () => child.kill('SIGKILL')).on('exit', (code, signal) => console.log(signal)); }`,
      { sampler },
    );
    assert.equal(recorded.stdout, 'SIGKILL\n');
    const { threads } = await indexOf(recorded);
    assert.equal(threads.length, 2);
    const samples = samplesOf(await recorded.analyze(), 'inKilled');
    if (sampler === 'v8log') assert.ok(samples > 0);
    // Or it was sampled for so long that samples were taken out of it.
    else if (!threads[1].recorded) assert.deepEqual([samples, threads[1].reason], [0, 'samples-lost']);
  });

  each('end by signals as they do without', async (sampler) => {
    const recorded = await bench.record(
      // Signals are held from the loop's second turn on.
      `const { fork } = require('child_process'), [how] = process.argv.slice(2);
       if (how === 'listens') process.on('SIGTERM', () => process.exit(5));
       if (how) {
         setInterval(() => {}, 1000);
         setTimeout(() => process.send(1, () => { if (how === 'spin') for (;;); }), 50);
       }
       else for (const how of ['idle', 'spin', 'listens']) { const child = fork(__filename, [how]);
         child.on('message', () => child.kill()).on('exit', (...end) => console.log(how, ...end)); }`,
      { sampler },
    );
    assert.deepEqual(linesOf(recorded).sort(), ['idle null SIGTERM', 'listens 5 null', 'spin null SIGTERM']);
    assert.ok((await indexOf(recorded)).threads.filter((thread) => thread.recorded).length >= 3);
  });

  each('of node:test are in the recording, whose runner has no inspector', async (sampler) => {
    const text = `${BUSY}require('node:test')('one', () => { function inTest() { busy(100); } inTest(); })`;
    const recorded = await bench.record(text, { name: 'one.test.js', sampler, runtimeArgs: ['--test'] });
    assert.equal(recorded.outcome.ending.kind, 'exit');
    assert.match(recorded.stdout, /pass 1/);
    const analysis = await recorded.analyze();
    assert.ok(samplesOf(analysis, 'inTest') > 0);
    if (isRepaired) assert.equal(analysis.facts.frameRepair?.state, 'on');
  });

  onRepaired('that end soon have their frames repaired, and are told as what it took to start them', async () => {
    const { analyze } = await bench.record(SHORT_WORKERS);
    const { threads, diagnostics } = await analyze();
    assert.equal(threads.length, 7);
    for (const { id } of threads) {
      const { facts } = await analyze({ thread: id });
      assert.equal(facts.frameRepair?.state, 'on', `thread ${id}`);
    }
    const started = diagnostics.find(({ code }) => code === 'threads-started');
    assert.ok(started && 'threads' in started && started.threads === 6, JSON.stringify(diagnostics));
  });

  each('are in one recording where a loader has one for its hooks, each with its own lines', async (sampler) => {
    const more = { name: 'program.mts', runtimeArgs: ['--import', TSX], sampler };
    const recorded = await bench.record(TYPED, more);
    await assertRecorded(recorded, { stdout: 'true\n', ending: exit(0), codes: [] });
    const { file, analyze } = recorded;
    assert.deepEqual(await readdir(path.dirname(file)), [path.basename(file)]);
    const analysis = await analyze();
    const { functions, sources } = analysis;
    const compute = functions.name.indexOf('compute');
    assert.equal(sources[functions.source[compute]].path, path.join(bench.folder, 'program.mts'));
    assert.equal(functions.line[compute], 4);
    if (sampler === 'v8log') assert.match(hottestLine(analysis, 'program.mts'), /:[67]$/);
  });
});

describeOnNodes('a command', outerNodeMajors, (bench, major) => {
  onUnix('may be anything, of which every Node is recorded', async () => {
    const program = await bench.write('below.js', `${BUSY}function below() { busy(100); } below();`);
    const text = `"${await nodeBinary(major)}" "${program}"\nread line\necho "$line"\nexit 7\n`;
    const script = await bench.write('start.sh', text);
    const session = await startRecording(
      bench.options('start.sh', { command: 'sh', args: [script], sampler: 'auto', runtimeExecutable: undefined }),
    );
    // What was sampled is on disk while the shell waits: nobody knows for how long, and the recorder may be killed.
    await until('it is on disk', () => existsSync(path.join(session.folder ?? '', 'section-1')));
    session.stdin?.write('a line\n');
    const recorded = await finish(session);
    await assertRecorded(recorded, { stdout: 'a line\n', ending: exit(7), sampled: ['below'] });
    const { facts, functions, sources } = await recorded.analyze();
    // The shell's own, long after a Node that ended with 0.
    assert.deepEqual(facts.ending, exit(7));
    assert.equal(sources[functions.source[functions.name.indexOf('below')]].path, program);
  });

  onLinux('has what was not recorded of a program', async () => {
    const text = `${BUSY}busy(100); require('child_process').execSync('i=0; while [ $i -lt 1500000 ]; do i=$((i+1)); done')`;
    const { unrecorded, treeCpuUs = 0 } = await indexOf(await bench.record(text, { sampler: 'auto' }));
    const shell = unrecorded.find(({ reason }) => reason === 'not-node');
    assert.ok(shell && shell.cpuUs > 0, JSON.stringify(unrecorded));
    assert.ok(treeCpuUs > shell.cpuUs);
  });

  onLinux('starts what refuses flags of the inspector without them', async () => {
    const seen = 'process.env.NODE_OPTIONS, process.execArgv';
    const inner = await bench.write(
      'inner.js',
      `${BUSY}busy(100); console.log(${seen}); const { existsSync, writeFileSync } = require('fs');
      writeFileSync('worked', ''); while (!existsSync('is-seen'));`,
    );
    // A stand-in with the marks of an application made with Node 20.
    const marks = '# NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1 /node-v20.1.0';
    const tool = await bench.write('tool', `#!/bin/sh\nexec '${process.execPath}' '${inner}'\n${marks}\n`);
    truncateSync(tool, 50e6);
    chmodSync(tool, 0o755);
    const text = `const { execSync, execFileSync } = require('child_process'), options = { cwd: __dirname };
      console.log(String(execFileSync('./tool', options)) + execSync('./tool && echo after', options));`;
    const session = await bench.start(text, { sampler: 'auto' });
    await until('it has worked', () => existsSync(path.join(bench.folder, 'worked')));
    // Processes are looked at by a timer of the same length, which is the older one.
    await sleep(POLL_MS);
    await bench.write('is-seen', '');
    const recorded = await finish(session);
    assert.equal(recorded.stdout, 'undefined []\nundefined []\nafter\n\n');
    const { unrecorded } = await indexOf(recorded);
    assert.equal(unrecorded.find(({ reason }) => reason === 'old-executable')?.name, 'inner.js');
  });
});

describe('a program with many children', () => {
  const bench = useBench();

  it('works, and those that did the most are kept', async () => {
    const text = `if (process.argv[2]) process.exitCode = Number(process.argv[2]) % 7;
      else { const { spawn } = require('child_process'); let next = 0, sum = 0, ended = 0;
        const start = () => { if (next < 66) spawn(process.execPath, [__filename, String(++next)]).on('exit', (code, signal) => {
          if (signal) console.log(signal);
          sum += code; ended++; start();
        }); };
        for (let i = 0; i < 4; i++) start(); process.on('exit', () => console.log(ended, sum)); }`;
    const recorded = await bench.record(text, { sampler: 'auto' });
    const sum = Array.from({ length: 66 }, (_, i) => (i + 1) % 7).reduce((a, b) => a + b, 0);
    assert.equal(recorded.stdout, `66 ${sum}\n`);
    const { threads, unrecorded } = await indexOf(recorded);
    assert.equal(threads.length, 65);
    if (isLinux) assert.equal(unrecorded.find(({ reason }) => reason === 'limit')?.processes, 2);
  });
});

describe('a process', () => {
  const idle = 'console.log(1); setInterval(() => {}, 1000)';

  for (const [why, env] of [
    ['not-reached', {}],
    ['options-replaced', { [RENDEZVOUS_VARIABLE]: '1::/tmp' }],
    ['not-attached', { [RENDEZVOUS_VARIABLE]: '1::/tmp', NODE_OPTIONS: '--title=/dist/bootloader.cjs' }],
    ['flag', { [RENDEZVOUS_VARIABLE]: '1::/tmp', NODE_OPTIONS: '--title=/dist/bootloader.cjs --inspect-brk=0' }],
  ] as const)
    onLinux(`tells by its environment why it does not come: ${why}`, async () => {
      const child = spawn(await nodeBinary(20), ['-e', idle], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
      assert.equal(describeProcess(child.pid ?? 0).unreached, why);
      child.kill('SIGKILL');
    });

  onLinux('that was seen as a shell, and had ended when it was seen again, counts as what it became', async () => {
    // Nobody waits for the child of a shell that has become another program.
    const shell = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 1000'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const child = Number(await printed(shell));
      await until('it has ended', () => readQuietly(`/proc/${child}/stat`)?.includes(') Z ') === true);
      for (const [before, now] of [
        [
          { name: 'sh', unreached: 'not-node' },
          { name: 'sleep', unreached: 'short-lived' },
        ],
        [{ name: 'sleep', unreached: 'not-node' }],
        [{ name: 'a.js', unreached: 'not-attached' }],
      ] as const)
        assert.deepEqual(describeProcess(child, before), now ?? before);
    } finally {
      shell.kill('SIGKILL');
    }
  });
});

describe('a command that runs no Node', () => {
  const bench = useBench();

  it('says so, and that it cannot have V8’s log to those who ask for it', async () => {
    const session = await startRecording(
      bench.options('sh', { command: 'sh', args: ['-c', 'exit 3'], sampler: 'v8log' }),
    );
    assert.equal(session.sampler, 'inspector');
    assert.match(session.samplerReason, /not the V8 log that was asked for: /);
    const { outcome, codes } = await finish(session);
    assert.deepEqual([outcome.recording, outcome.ending, codes], [undefined, exit(3), ['no-node-recorded']]);
  });

  it('is not confused with one that does not exist', async () => {
    await assert.rejects(startRecording(bench.options('x', { command: path.join(bench.folder, 'no-such') })), {
      code: 'command-not-found',
    });
  });
});
