import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { describeProcess } from '../../../src/recorder/program/process-tree.ts';
import { RENDEZVOUS_VARIABLE } from '../../../src/recording/rendezvous.ts';
import { parseThreadIndex, type ThreadIndex, THREADS_LINE } from '../../../src/recording/threads.ts';
import { samplesOf } from '../../support/figures.ts';
import { isLinux, isWindows, itWhere } from '../../support/it-where.ts';
import { nodeBinary, outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, collect, type Recorded, useBench } from '../../support/recording.ts';
import { until } from '../../support/until.ts';
import { codesOf, wordsOf } from '../../support/told.ts';

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
  worker() { function inWorker() { busy(60); } inWorker(); new Worker(__filename, { workerData: 'nested' }); },
  nested() { function inNested() { busy(60); } inNested(); },
  cluster() { function inCluster() { busy(60); } inCluster(); process.exit(4); },
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

const CLEAN = '[[],"",""]';

async function readIndex({ file }: Recorded): Promise<ThreadIndex> {
  const text = await readFile(file, 'utf8');
  const json = file.endsWith('.cpuprofile')
    ? (JSON.parse(text) as { $heatline: { threads: unknown } }).$heatline.threads
    : (JSON.parse(text.slice(text.lastIndexOf(`\n${THREADS_LINE}`) + 1 + THREADS_LINE.length)) as unknown);
  const index = parseThreadIndex(json);
  assert.ok(index, 'the recording has an index');
  return index;
}

const linesOf = ({ stdout }: Recorded): string[] => stdout.trim().split('\n');

for (const major of outerNodeMajors) {
  for (const sampler of ['v8log', 'inspector'] as const) {
    describe(`the threads of a program on Node ${major} (${sampler})`, () => {
      const bench = useBench(major);

      it('are recorded from their first lines, however they were started, and see nothing of it', async () => {
        const recorded = await bench.record(FAMILY, { sampler });
        assert.deepEqual(recorded.outcome.ending, { kind: 'exit', code: 0 }, recorded.stderr);
        const lines = linesOf(recorded);
        const shell = lines.slice(5, 7).sort();
        assert.deepEqual(
          [...lines.slice(0, 5), ...shell, ...lines.slice(7)],
          [
            ...['worker 0', `fork ${CLEAN}`, 'fork 0', `stdout ${CLEAN}`, 'spawn 0'],
            ...['exec 0', `shell ${CLEAN}`, 'cluster 4'],
          ],
        );
        assert.equal(recorded.stderr, '');
        const { threads } = await readIndex(recorded);
        const kinds = ['main', 'worker', 'worker', ...Array<string>(4).fill('process')];
        assert.deepEqual(
          wordsOf(threads, 'kind', 'recorded'),
          kinds.map((kind) => `${kind} true`),
        );
        assert.equal(threads[1].name, 'the pool');
        assert.deepEqual(new Set(threads.slice(1).map(({ parent }) => parent)), new Set([threads[0].id]));
        const analysis = await recorded.analyze();
        for (const name of ['inWorker', 'inNested', 'inFork', 'inSpawn', 'inShell', 'inCluster'])
          assert.ok(samplesOf(analysis, name) > 0, `${name} has its time`);
      });

      it('that workers start are recorded too, whatever flags the worker has', async () => {
        const recorded = await bench.record(CHILDREN_OF_WORKERS, { sampler });
        assert.deepEqual(recorded.outcome.ending, { kind: 'exit', code: 0 }, recorded.stderr);
        const lines = [`fork ${CLEAN}`, `shell ${CLEAN}`, `spawn ${CLEAN}`, `worker ${CLEAN}`];
        assert.deepEqual([linesOf(recorded).sort(), recorded.stderr], [lines, '']);
        const { threads } = await readIndex(recorded);
        const startedBy = (id = 0): string => threads.find((thread) => thread.id === id)?.name ?? 'nobody';
        const processes = threads.filter(({ kind, recorded: isRecorded }) => kind === 'process' && isRecorded);
        assert.deepEqual(processes.map(({ parent }) => startedBy(parent)).sort(), ['bare', 'nested', 'plain']);
        const analysis = await recorded.analyze();
        for (const name of ['inFork', 'inSpawn', 'inShell']) assert.ok(samplesOf(analysis, name) > 0, name);
      });

      it(`keep ${sampler === 'v8log' ? 'what was logged' : 'at least their names'} when they are killed`, async () => {
        const recorded = await bench.record(
          `${BUSY}if (process.argv[2]) { function inKilled() { busy(100); } inKilled(); process.send(1); setInterval(() => {}, 1000); }
           else { const child = require('child_process').fork(__filename, ['child']);
             child.on('message', () => child.kill('SIGKILL')).on('exit', (code, signal) => console.log(signal)); }`,
          { sampler },
        );
        assert.equal(recorded.stdout, 'SIGKILL\n');
        const { threads } = await readIndex(recorded);
        assert.equal(threads.length, 2);
        const samples = samplesOf(await recorded.analyze(), 'inKilled');
        if (sampler === 'v8log') assert.ok(samples > 0);
        // Or it was sampled for so long that samples were taken out of it.
        else if (!threads[1].recorded) assert.deepEqual([samples, threads[1].reason], [0, 'samples-lost']);
      });

      it('end by signals as they do without', async () => {
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
        assert.ok((await readIndex(recorded)).threads.filter((thread) => thread.recorded).length >= 3);
      });

      it('of node:test are in the recording, whose runner has no inspector', async () => {
        const text = `${BUSY}require('node:test')('one', () => { function inTest() { busy(100); } inTest(); })`;
        const recorded = await bench.record(text, { name: 'one.test.js', sampler, runtimeArgs: ['--test'] });
        assert.equal(recorded.outcome.ending.kind, 'exit');
        assert.match(recorded.stdout, /pass 1/);
        const analysis = await recorded.analyze();
        assert.ok(samplesOf(analysis, 'inTest') > 0);
        if (isLinux && process.arch === 'x64') assert.equal(analysis.facts.frameRepair?.state, 'on');
      });
    });
  }

  describe(`a command on Node ${major}`, () => {
    const bench = useBench(major);

    itWhere(!isWindows, 'it needs a shell')('may be anything, of which every Node is recorded', async () => {
      const program = await bench.write('below.js', `${BUSY}function below() { busy(100); } below();`);
      const script = await bench.write(
        'start.sh',
        `"${await nodeBinary(major)}" "${program}"\nread line\necho "$line"\nexit 7\n`,
      );
      const session = await startRecording(
        bench.options('start.sh', { command: 'sh', args: [script], sampler: 'auto', runtimeExecutable: undefined }),
      );
      // What was sampled is on disk while the shell waits: nobody knows for how long, and the recorder may be killed.
      await until('it is on disk', () => existsSync(path.join(session.folder ?? '', 'section-1')));
      session.stdin?.end('a line\n');
      const [outcome, stdout] = await Promise.all([session.finished, collect(session.stdout)]);
      assert.equal(stdout.toString(), 'a line\n');
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 7 });
      const analysis = await analyze(outcome.recording ?? '');
      // The shell's own, long after a Node that ended with 0.
      assert.deepEqual(analysis.facts.ending, outcome.ending);
      const { functions, sources } = analysis;
      assert.equal(sources[functions.source[functions.name.indexOf('below')]].path, program);
      assert.ok(samplesOf(analysis, 'below') > 0);
    });

    itWhere(isLinux, 'only Linux tells')('has what was not recorded of a program', async () => {
      const text = `${BUSY}busy(100); require('child_process').execSync('i=0; while [ $i -lt 1500000 ]; do i=$((i+1)); done')`;
      const { unrecorded, treeCpuUs = 0 } = await readIndex(await bench.record(text, { sampler: 'auto' }));
      const shell = unrecorded.find(({ reason }) => reason === 'not-node');
      assert.ok(shell && shell.cpuUs > 0, JSON.stringify(unrecorded));
      assert.ok(treeCpuUs > shell.cpuUs);
    });

    itWhere(isLinux, 'only Linux tells')('starts what refuses flags of the inspector without them', async () => {
      const seen = 'process.env.NODE_OPTIONS, process.execArgv';
      const inner = await bench.write('inner.js', `${BUSY}busy(100); console.log(${seen});`);
      // A stand-in with the marks of an application made with Node 20.
      const marks = '# NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1 /node-v20.1.0';
      const tool = await bench.write('tool', `#!/bin/sh\nexec '${process.execPath}' '${inner}'\n${marks}\n`);
      truncateSync(tool, 50e6);
      chmodSync(tool, 0o755);
      const text = `const { execSync, execFileSync } = require('child_process'), options = { cwd: __dirname };
        console.log(String(execFileSync('./tool', options)) + execSync('./tool && echo after', options));`;
      const recorded = await bench.record(text, { sampler: 'auto' });
      assert.equal(recorded.stdout, 'undefined []\nundefined []\nafter\n\n');
      const { unrecorded } = await readIndex(recorded);
      assert.equal(unrecorded.find(({ reason }) => reason === 'old-executable')?.name, 'inner.js');
    });
  });
}

describe('a program with many children', () => {
  const bench = useBench();

  it('works, and those that did the most are kept', async () => {
    const text = `if (process.argv[2]) process.exitCode = Number(process.argv[2]) % 7;
      else { const { spawn } = require('child_process'); let next = 0, sum = 0, ended = 0;
        const start = () => { if (next < 66) spawn(process.execPath, [__filename, String(++next)]).on('exit', (code) => { sum += code; ended++; start(); }); };
        for (let i = 0; i < 4; i++) start(); process.on('exit', () => console.log(ended, sum)); }`;
    const recorded = await bench.record(text, { sampler: 'auto' });
    const sum = Array.from({ length: 66 }, (_, i) => (i + 1) % 7).reduce((a, b) => a + b, 0);
    assert.equal(recorded.stdout, `66 ${sum}\n`);
    const { threads, unrecorded } = await readIndex(recorded);
    assert.equal(threads.length, 65);
    if (isLinux) assert.equal(unrecorded.find(({ reason }) => reason === 'limit')?.processes, 2);
  });
});

describe('a process that does not come', () => {
  const idle = 'console.log(1); setInterval(() => {}, 1000)';

  for (const [why, env] of [
    ['not-reached', {}],
    ['options-replaced', { [RENDEZVOUS_VARIABLE]: '1::/tmp' }],
    ['not-attached', { [RENDEZVOUS_VARIABLE]: '1::/tmp', NODE_OPTIONS: '--title=/dist/bootloader.cjs' }],
    ['flag', { [RENDEZVOUS_VARIABLE]: '1::/tmp', NODE_OPTIONS: '--title=/dist/bootloader.cjs --inspect-brk=0' }],
  ] as const)
    itWhere(isLinux, '/proc tells it')(`tells by its environment why: ${why}`, async () => {
      const child = spawn(await nodeBinary(20), ['-e', idle], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
      assert.equal(describeProcess(child.pid ?? 0).unreached, why);
      child.kill('SIGKILL');
    });
});

describe('a command that runs no Node', () => {
  const bench = useBench();
  const command = (code: string) => ({ command: 'sh', args: ['-c', code] });

  it('says so, and that it cannot have V8’s log to those who ask for it', async () => {
    const session = await startRecording(bench.options('sh', { ...command('exit 3'), sampler: 'v8log' }));
    assert.equal(session.sampler, 'inspector');
    assert.match(session.samplerReason, /not the V8 log that was asked for: /);
    const { recording, ending, diagnostics } = await session.finished;
    assert.deepEqual([recording, ending], [undefined, { kind: 'exit', code: 3 }]);
    assert.deepEqual(codesOf(diagnostics), ['no-node-recorded']);
  });

  it('is not confused with one that does not exist', async () => {
    await assert.rejects(startRecording(bench.options('x', { command: path.join(bench.folder, 'no-such') })), {
      code: 'command-not-found',
    });
  });
});
