import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { parseThreadIndex, type ThreadIndex, THREADS_LINE } from '../../../src/recording/threads.ts';
import { itWhere } from '../../support/it-where.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { BUSY, collect, record, type Recorded, useBench } from '../../support/recording.ts';

const isLinux = process.platform === 'linux';

/** Every way to start a thread or a process; each computes in a function of its own. */
const FAMILY = `${BUSY}
const cp = require('child_process'), cluster = require('cluster');
const { Worker, isMainThread, workerData } = require('worker_threads');
const roles = {
  worker() { function inWorker() { busy(250); } inWorker(); new Worker(__filename, { workerData: 'nested' }); },
  nested() { function inNested() { busy(250); } inNested(); },
  fork() { function inFork() { busy(250); } inFork(); process.send(seen()); process.disconnect(); },
  spawn() { function inSpawn() { busy(250); } inSpawn(); console.log(seen()); },
  shell() { function inShell() { busy(250); } inShell(); console.log(seen()); },
  cluster() { function inCluster() { busy(250); } inCluster(); process.exit(4); },
};
const seen = () => JSON.stringify([process.execArgv, process.env.NODE_OPTIONS ?? '', require('inspector').url() ?? '',
  ...Object.keys(process.env).filter((name) => /HEATLINE_REN/.test(name))]);
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
    const shell = cp.exec(JSON.stringify(process.execPath) + ' ' + JSON.stringify(__filename) + ' shell 2>&1', (error, text) => console.log('shell', text.trim()));
    await end('exec', shell);
    await end('cluster', cluster.fork());
  })();
}
`;

/** Workers that start processes: one as it comes, one without flags and environment of its parent, one below a worker. */
const CHILDREN_OF_WORKERS = `${BUSY}
const cp = require('child_process');
const { Worker, isMainThread, workerData } = require('worker_threads');
const workers = {
  plain() { console.log('worker', seen()); cp.fork(__filename, ['fork']).on('message', (text) => console.log('fork', text)); new Worker(__filename, { name: 'nested', workerData: 'nested' }); },
  bare() { console.log('spawn', cp.spawnSync(process.execPath, [__filename, 'spawn']).stdout.toString().trim()); },
  nested() { cp.exec(JSON.stringify(process.execPath) + ' ' + JSON.stringify(__filename) + ' shell 2>&1', (error, text) => console.log('shell', text.trim())); },
};
const processes = {
  fork() { function inFork() { busy(250); } inFork(); process.send(seen()); process.disconnect(); },
  spawn() { function inSpawn() { busy(250); } inSpawn(); console.log(seen()); },
  shell() { function inShell() { busy(250); } inShell(); console.log(seen()); },
};
const seen = () => JSON.stringify([process.execArgv, process.env.NODE_OPTIONS ?? '', require('inspector').url() ?? '',
  ...Object.keys(process.env).filter((name) => /HEATLINE_REN/.test(name))]);
if (!isMainThread) workers[workerData]();
else if (process.argv[2]) processes[process.argv[2]]();
else {
  new Worker(__filename, { name: 'plain', workerData: 'plain' });
  new Worker(__filename, { name: 'bare', workerData: 'bare', execArgv: [], env: {} });
}
`;

const CLEAN = '[[],"",""]';

async function readIndex({ outcome }: Pick<Recorded, 'outcome'>): Promise<ThreadIndex> {
  assert.ok(outcome.recording, JSON.stringify(outcome));
  const text = await readFile(outcome.recording, 'utf8');
  const json = outcome.recording.endsWith('.cpuprofile')
    ? (JSON.parse(text) as { $heatline: { threads: unknown } }).$heatline.threads
    : (JSON.parse(text.slice(text.lastIndexOf(`\n${THREADS_LINE}`) + 1 + THREADS_LINE.length)) as unknown);
  const index = parseThreadIndex(json);
  assert.ok(index, 'the recording has an index');
  return index;
}

for (const major of nodeMajors) {
  for (const sampler of ['v8log', 'inspector'] as const) {
    describe(`the threads of a program on Node ${major} (${sampler})`, () => {
      const bench = useBench(major);

      it('are recorded from their first lines, however they were started, and see nothing of it', async () => {
        const program = await bench.write('family.js', FAMILY);
        const recorded = await record(bench.options(program, { sampler }));
        assert.deepEqual(recorded.outcome.ending, { kind: 'exit', code: 0 }, recorded.stderr.toString());
        assert.deepEqual(recorded.stdout.toString().trim().split('\n'), [
          'worker 0',
          `fork ${CLEAN}`,
          'fork 0',
          `stdout ${CLEAN}`,
          'spawn 0',
          ...[`shell ${CLEAN}`, 'exec 0'].sort((a) =>
            recorded.stdout.includes('exec 0\nshell') === a.startsWith('exec') ? -1 : 1,
          ),
          'cluster 4',
        ]);
        assert.equal(recorded.stderr.toString(), '');
        const { threads } = await readIndex(recorded);
        assert.deepEqual(
          threads.map(({ kind, recorded: isRecorded }) => [kind, isRecorded]),
          [['main', true], ['worker', true], ['worker', true], ...Array.from({ length: 4 }, () => ['process', true])],
        );
        assert.equal(threads[1].name, 'the pool');
        assert.deepEqual(new Set(threads.slice(1).map(({ parent }) => parent)), new Set([threads[0].id]));
        const { functions } = await analyze(recorded.outcome.recording ?? '');
        for (const name of ['inWorker', 'inNested', 'inFork', 'inSpawn', 'inShell', 'inCluster'])
          assert.ok(functions.totalTime[functions.name.indexOf(name)] > 20_000, `${name} has its time`);
      });

      it('that workers start are recorded too, whatever flags the worker has', async () => {
        const program = await bench.write('children.js', CHILDREN_OF_WORKERS);
        const recorded = await record(bench.options(program, { sampler }));
        assert.deepEqual(recorded.outcome.ending, { kind: 'exit', code: 0 }, recorded.stderr.toString());
        const lines = recorded.stdout.toString().trim().split('\n').sort();
        assert.deepEqual(lines, [`fork ${CLEAN}`, `shell ${CLEAN}`, `spawn ${CLEAN}`, `worker ${CLEAN}`]);
        assert.equal(recorded.stderr.toString(), '');
        const { threads } = await readIndex(recorded);
        const startedBy = (id = 0): string => threads.find((thread) => thread.id === id)?.name ?? 'nobody';
        assert.deepEqual(
          threads
            .filter(({ kind }) => kind === 'process')
            .map(({ parent, recorded: isRecorded }) => [startedBy(parent), isRecorded])
            .sort(),
          [
            ['bare', true],
            ['nested', true],
            ['plain', true],
          ],
        );
        const { functions } = await analyze(recorded.outcome.recording ?? '');
        for (const name of ['inFork', 'inSpawn', 'inShell'])
          assert.ok(functions.totalTime[functions.name.indexOf(name)] > 20_000, `${name} has its time`);
      });

      it(`keep ${sampler === 'v8log' ? 'what was logged' : 'at least their names'} when they are killed`, async () => {
        const program = await bench.write(
          'killed.js',
          `${BUSY}if (process.argv[2]) { function inKilled() { busy(300); } inKilled(); process.send(1); setInterval(() => {}, 1000); }
           else { const child = require('child_process').fork(__filename, ['child']);
             child.on('message', () => child.kill('SIGKILL')).on('exit', (code, signal) => console.log(signal)); }`,
        );
        const recorded = await record(bench.options(program, { sampler }));
        assert.equal(recorded.stdout.toString(), 'SIGKILL\n');
        const { threads } = await readIndex(recorded);
        assert.equal(threads.length, 2);
        const { functions } = await analyze(recorded.outcome.recording ?? '');
        const time = functions.totalTime[functions.name.indexOf('inKilled')];
        if (sampler === 'v8log') assert.ok(time > 20_000);
        else assert.deepEqual([time, threads[1].recorded, threads[1].reason], [undefined, false, 'samples-lost']);
      });

      it('end by signals as they do without', async () => {
        const program = await bench.write(
          'signals.js',
          `const { fork } = require('child_process');
           if (process.argv[2] === 'idle') { process.send(1); setInterval(() => {}, 1000); }
           else if (process.argv[2] === 'spin') { process.send(1); for (;;); }
           else if (process.argv[2] === 'listens') { process.on('SIGTERM', () => process.exit(5)); process.send(1); setInterval(() => {}, 1000); }
           else for (const how of ['idle', 'spin', 'listens']) { const child = fork(__filename, [how]);
             child.on('message', () => setTimeout(() => child.kill(), 200)).on('exit', (...end) => console.log(how, ...end)); }`,
        );
        const recorded = await record(bench.options(program, { sampler }));
        const lines = recorded.stdout.toString().trim().split('\n').sort();
        assert.deepEqual(lines, ['idle null SIGTERM', 'listens 5 null', 'spin null SIGTERM']);
        assert.ok((await readIndex(recorded)).threads.filter((thread) => thread.recorded).length >= 3);
      });

      it('of node:test are in the recording, whose runner has no inspector', async () => {
        const program = await bench.write(
          'one.test.js',
          `${BUSY}require('node:test')('one', () => { function inTest() { busy(300); } inTest(); })`,
        );
        const recorded = await record(bench.options(program, { sampler, runtimeArgs: ['--test'] }));
        assert.equal(recorded.outcome.ending.kind, 'exit');
        assert.match(recorded.stdout.toString(), /pass 1/);
        const { functions } = await analyze(recorded.outcome.recording ?? '');
        assert.ok(functions.totalTime[functions.name.indexOf('inTest')] > 20_000);
      });
    });
  }

  describe(`a program with many children on Node ${major}`, () => {
    const bench = useBench(major);

    it('works, and those that did the most are kept', async () => {
      const program = await bench.write(
        'many.js',
        `${BUSY}if (process.argv[2]) process.exitCode = Number(process.argv[2]) % 7;
         else { const { spawn } = require('child_process'); let next = 0, sum = 0, ended = 0;
           const start = () => { if (next < 72) spawn(process.execPath, [__filename, String(++next)]).on('exit', (code) => { sum += code; ended++; start(); }); };
           for (let i = 0; i < 4; i++) start(); process.on('exit', () => console.log(ended, sum)); }`,
      );
      const recorded = await record(bench.options(program, { sampler: 'auto' }));
      const sum = Array.from({ length: 72 }, (_, i) => (i + 1) % 7).reduce((a, b) => a + b, 0);
      assert.equal(recorded.stdout.toString(), `72 ${sum}\n`);
      const { threads, unrecorded } = await readIndex(recorded);
      assert.equal(threads.length, 65);
      if (isLinux) assert.equal(unrecorded.find(({ reason }) => reason === 'limit')?.processes, 8);
    });

    itWhere(isLinux, 'only Linux tells')('says what was not recorded', async () => {
      const program = await bench.write(
        'others.js',
        `${BUSY}busy(100); require('child_process').execSync('i=0; while [ $i -lt 600000 ]; do i=$((i+1)); done')`,
      );
      const { unrecorded, treeCpuUs = 0 } = await readIndex(await record(bench.options(program, { sampler: 'auto' })));
      const shell = unrecorded.find(({ reason }) => reason === 'not-node');
      assert.ok(shell && shell.cpuUs > 100_000, JSON.stringify(unrecorded));
      assert.ok(treeCpuUs > shell.cpuUs + 50_000);
    });

    itWhere(process.platform !== 'win32', 'it needs a shell')('may be started by anything', async () => {
      const node = await nodeBinary(major);
      const program = await bench.write('below.js', `${BUSY}function below() { busy(300); } below();`);
      const script = await bench.write('start.sh', `"${node}" "${program}"\nread line\necho "$line"\nexit 7\n`);
      const session = await startRecording(
        bench.options('start.sh', { command: 'sh', args: [script], sampler: 'auto', runtimeExecutable: undefined }),
      );
      // What was sampled is on disk while the shell waits: nobody knows for how long, and the recorder may be killed.
      const section = path.join(bench.folder, 'recordings', '.heatline-log', 'section-1');
      for (let tries = 0; tries < 1000 && !existsSync(section); tries++) await sleep(20);
      assert.ok(existsSync(section));
      session.stdin?.end('a line\n');
      const [outcome, stdout] = await Promise.all([session.finished, collect(session.stdout)]);
      assert.equal(stdout.toString(), 'a line\n');
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 7 });
      const { functions, sources, facts } = await analyze(outcome.recording ?? '');
      // The shell's own, long after a Node that ended with 0.
      assert.deepEqual(facts.ending, outcome.ending);
      const row = functions.name.indexOf('below');
      assert.equal(sources[functions.source[row]].path, program);
      assert.ok(functions.totalTime[row] > 20_000);
    });
  });
}

describe('a command that runs no Node', () => {
  const bench = useBench();

  it('says so', async () => {
    const { outcome } = await record(bench.options('sh', { command: 'sh', args: ['-c', 'exit 3'] }));
    assert.equal(outcome.recording, undefined);
    assert.deepEqual(outcome.ending, { kind: 'exit', code: 3 });
    assert.deepEqual(
      outcome.diagnostics.map(({ code }) => code),
      ['no-node-recorded'],
    );
  });

  it('cannot have V8’s log, and says so to those who ask for it', async () => {
    const session = await startRecording(bench.options('sh', { command: 'sh', args: ['-c', ''], sampler: 'v8log' }));
    assert.equal(session.sampler, 'inspector');
    assert.match(session.samplerReason, /not the V8 log that was asked for: /);
    await session.finished;
  });

  it('is not confused with one that does not exist', async () => {
    await assert.rejects(startRecording(bench.options('x', { command: path.join(bench.folder, 'no-such') })), {
      code: 'command-not-found',
    });
  });
});
