import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import {
  type AttachedSession,
  type AttachOptions,
  parseAttachTarget,
  startAttached,
  startRecording,
} from '../../../src/recorder/index.ts';
import { connectInspector } from '../../../src/recorder/inspector-connection.ts';
import { listeningPorts, listNodeProcesses } from '../../../src/recorder/attach/node-processes.ts';
import { isAlive } from '../../../src/recording/index.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { readProfile, useBench } from '../../support/recording.ts';

/**
 * Works for half a second before it is ready; then in turns, with pauses, and counts the turns. V8 compiles `turn` for its
 * running loop (on-stack replacement) before anybody attaches.
 */
const SERVER = `function boot() { const end = Date.now() + 500; let x = 0; while (Date.now() < end) x += Math.sqrt(x + 1); return x; }
function turn() {
  let x = 0;
  for (let i = 0; i < 2e6; i++)
    x += Math.sqrt(x + 1);
  return x;
}
boot();
let turns = 0;
const state = () => JSON.stringify([process.eventNames().map(String), process.execArgv, Object.getOwnPropertySymbols(process).map(String)]);
process.on('SIGTERM', () => { console.log(turns, state()); process.exit(7); });
setInterval(() => {
  turn();
  if (++turns === 20) console.log('ready ' + state());
}, 30);
`;
/** A busy worker, one that waits in JavaScript, one in native code, one that comes later, and a child; each turn of the workers is told. */
const WORKERS = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const { spawn } = require('node:child_process');
if (isMainThread) {
  const start = (name) => new Worker(__filename, { name, workerData: name }).on('message', () => console.log('turns'));
  start('busy');
  start('waiting');
  start('blocked');
  setTimeout(() => start('later'), 1200);
  const child = spawn(process.execPath, ['-e', 'const end = Date.now() + 9000; while (Date.now() < end);'], { stdio: 'ignore' });
  setTimeout(() => child.kill('SIGKILL'), 9000);
  setTimeout(() => console.log('ready'), 500);
} else if (workerData === 'blocked') {
  require('node:child_process').spawnSync('sleep', ['12']);
} else if (workerData === 'waiting') {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
} else {
  setInterval(() => {
    let x = 0;
    for (let i = 0; i < 2e7; i++) x += Math.sqrt(x + 1);
    require('node:worker_threads').parentPort.postMessage(x);
  }, 20);
}
`;
/**
 * Workers in each state in which one may be let go, and their steps in shared memory, which the main thread tells: one that
 * spins, one that mostly is in native code and answers in between, one in a long native call, one in `execSync`, and one that
 * waits until the program is told to wake it.
 */
const STATES = `const { Worker, isMainThread, workerData, threadId } = require('node:worker_threads');
const { execSync } = require('node:child_process');
const { pbkdf2Sync } = require('node:crypto');
const names = ['spins', 'calls', 'computes', 'blocked', 'waits'];
if (isMainThread) {
  const steps = new Int32Array(new SharedArrayBuffer(4 * names.length + 4));
  for (const name of names) new Worker(__filename, { name, workerData: { name, steps } });
  process.on('SIGUSR2', () => { Atomics.store(steps, names.length, 1); Atomics.notify(steps, names.length); });
  setInterval(() => console.log('steps ' + names.map((_, i) => steps[i])), 100);
  setTimeout(() => console.log('ready'), 800);
} else {
  const { name, steps } = workerData;
  const step = () => steps[names.indexOf(name)]++;
  if (name === 'spins') for (let x = 0; ; x += Math.sqrt(x + 1)) if (Math.random() < 1e-6) step();
  if (name === 'calls') for (;;) { execSync('sleep 0.7'); step(); }
  if (name === 'computes') for (;;) { pbkdf2Sync('a', 'b', 1e7, 64, 'sha512'); step(); }
  if (name === 'blocked') { execSync('sleep 7'); setInterval(step, 50); }
  if (name === 'waits') { Atomics.wait(steps, names.length, 0); setInterval(step, 50); }
}
`;
/** A worker that ends by itself, one that is ended, and one that does not keep the program, which ends by itself too. */
const ENDS = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
if (isMainThread) {
  const start = (name) => new Worker(__filename, { name, workerData: name });
  setTimeout(() => start('short').on('exit', () => console.log('short ended')), 1200);
  const ended = start('ended');
  setTimeout(() => ended.terminate().then(() => console.log('ended ended')), 1600);
  start('stays').unref();
  setTimeout(() => {}, 3200);
  setTimeout(() => console.log('ready'), 400);
} else if (workerData === 'short') {
  function inShort() { const end = Date.now() + 600; let x = 0; while (Date.now() < end) x += Math.sqrt(x + 1); return x; }
  inShort();
} else {
  setInterval(() => { const end = Date.now() + 50; while (Date.now() < end); }, 100);
}
`;
/** Nearly all of it is in builtins of strings, in the main thread and in a worker. */
const BUILTINS = `const { Worker, isMainThread } = require('node:worker_threads');
function concatenates() { let text = ''; for (let i = 0; i < 30000; i++) text = \`x\${i}-\${text.length}-\${i}\`; return text; }
function calls() { return concatenates(); }
setInterval(calls, 5);
if (isMainThread) {
  new Worker(__filename);
  setTimeout(() => console.log('ready'), 500);
}
`;
/** Much code, whose functions are short. */
const PARSES = `const ts = require(${JSON.stringify(createRequire(import.meta.url).resolve('typescript'))});
const text = Array.from({ length: 300 }, (_, i) => \`export const f\${i} = (a: number): string => [a, \${i}].join('-');\`).join('\\n');
setInterval(() => ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true), 5);
setTimeout(() => console.log('ready'), 500);
`;
const SPIN = `console.log('ready');
for (let x = 0; ; ) x += Math.sqrt(x + 1);
`;

describe('attaching to a program that runs', function () {
  this.timeout(90_000);
  const isRepaired = isLinux && process.arch === 'x64';
  const bench = useBench();
  const children = new Set<ChildProcess>();
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });

  interface Running {
    readonly child: ChildProcess;
    readonly pid: number;
    readonly output: () => string;
    readonly errors: () => string;
  }

  async function run(text: string, flags: readonly string[] = [], node = process.execPath): Promise<Running> {
    const program = await bench.write('program.js', text);
    const child = spawn(node, [...flags, program], { stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (some: string) => (output += some));
    child.stderr.setEncoding('utf8').on('data', (some: string) => (errors += some));
    while (!output.includes('ready')) await sleep(10);
    return { child, pid: child.pid ?? 0, output: () => output, errors: () => errors };
  }

  const attach = (target: string, more: Partial<AttachOptions> = {}): Promise<AttachedSession> =>
    startAttached({
      target: parseAttachTarget(target),
      mayOpen: () => Promise.resolve(true),
      interval: 1000,
      output: () => path.join(bench.folder, 'attached.cpuprofile'),
      ...more,
    });

  const refusal = (code: string, message: RegExp) => ({ name: 'RecordingError', code, message });

  /** Where the program prints that its inspector listens. */
  function inspectorOf({ errors }: Running): string {
    const url = /ws:\/\/(127\.0\.0\.1:\d+)\/\S+/.exec(errors());
    assert.ok(url, errors());
    return url[1];
  }

  for (const major of nodeMajors) {
    itWhere(isLinux, 'needs /proc')(
      `opens, samples and closes again the inspector of a process, twice, on Node ${major}`,
      async () => {
        const program = await run(SERVER, ['--inspect-port=0'], await nodeBinary(major));
        for (let round = 0; round < 2; round++) {
          assert.deepEqual(await listeningPorts(program.pid), []);
          const session = await attach(String(program.pid), { duration: 1500 });
          assert.equal(session.pid, program.pid);
          const { recording = '', ending, diagnostics } = await session.finished;
          assert.deepEqual([ending, diagnostics], [{ kind: 'stopped', by: 'duration', runsOn: true }, []]);
          const { quality, lines, sources } = await analyze(recording);
          const own = sources.findIndex(({ path: file }) => path.basename(file) === 'program.js');
          const timeOf = (first: number, last: number): number =>
            lines.line.reduce((sum, line, row) => {
              const isThere = line >= first && line <= last && lines.source[row] === own;
              return sum + (isThere ? lines.selfTime[row] : 0);
            }, 0);
          const share = timeOf(4, 5) / quality.activeTime;
          assert.ok(share > 0.85, `the loop has ${share}`);
          assert.equal(timeOf(1, 1), 0, 'what ran before is not in the profile');
          assert.equal(quality.clock, 'cpu');
          await sleep(300);
        }
        assert.deepEqual(await listeningPorts(program.pid), []);
        program.child.kill('SIGTERM');
        const [code] = (await once(program.child, 'exit')) as [number];
        assert.equal(code, 7);
        const [before, after] = program.output().trim().split('\n');
        assert.equal(after.slice(after.indexOf('[')), before.slice('ready '.length));
        assert.ok(Number.parseInt(after) > 60, after);
      },
    );
  }

  for (const major of nodeMajors) {
    itWhere(isLinux, 'needs /proc')(
      `records workers too, that were there and that come, and tells of those that do not answer, on Node ${major}`,
      async () => {
        const program = await run(WORKERS, [], await nodeBinary(major));
        const session = await attach(`pid:${program.pid}`, { duration: 2000 });
        const { recording = '', diagnostics } = await session.finished;
        assert.deepEqual(diagnostics, []);
        const { threads, quality, unrecorded } = await analyze(recording);
        const ofName = new Map(threads.map((thread) => [thread.name, thread]));
        assert.deepEqual([...ofName.keys()].sort(), ['blocked', 'busy', 'later', 'program.js', 'waiting']);
        assert.deepEqual(
          [ofName.get('blocked')?.isRecorded, ofName.get('blocked')?.reason],
          [false, 'no-answer'],
          'one that waits in native code',
        );
        assert.ok(ofName.get('waiting')?.isRecorded, 'one that waits in Atomics.wait');
        for (const name of ['busy', 'later']) {
          const { isRecorded, activeTime = 0 } = ofName.get(name) ?? { isRecorded: false };
          assert.ok(isRecorded && activeTime > 200_000, `${name} has ${activeTime} µs`);
        }
        assert.equal(quality.clock, 'cpu');
        const [child, ...others] = (unrecorded?.parts ?? []).filter(({ reason }) => reason !== 'no-answer');
        assert.deepEqual([child.reason, others], ['not-reached', []], 'the child that spins');
        assert.ok(child.cpuTime < 2_600_000, 'what it used before does not count');
        await sleep(300);
        const turns = (): number => program.output().split('turns').length;
        const before = turns();
        for (let i = 0; i < 100 && turns() === before; i++) await sleep(50);
        assert.ok(turns() > before, 'the workers go on');
        assert.deepEqual(await listeningPorts(program.pid), []);
      },
    );
  }

  for (const major of nodeMajors) {
    it(`leaves workers as they were, whatever they do at that moment, on Node ${major}`, async () => {
      const program = await run(STATES, ['--inspect=0'], await nodeBinary(major));
      const steps = (): number[] => (/steps (.*)\n$/.exec(program.output())?.[1] ?? '').split(',').map(Number);
      const session = await attach(inspectorOf(program));
      await sleep(2500);
      const began = performance.now();
      await session.stop();
      assert.ok(performance.now() - began < 5000, 'nobody is waited for');
      const { recording = '' } = await session.finished;
      const { threads } = await analyze(recording);
      assert.deepEqual(threads.flatMap(({ name, isRecorded }) => (isRecorded ? [name] : [])).sort(), [
        'calls',
        'program.js',
        'spins',
        'waits',
      ]);
      const before = steps();
      program.child.kill('SIGUSR2');
      // One step of `computes` takes 4 s of a CPU of its own.
      for (let i = 0; i < 400 && steps().some((step, k) => step <= before[k]); i++) await sleep(100);
      assert.ok(
        steps().every((step, k) => step > before[k]),
        `from ${before.join()} to ${steps().join()}`,
      );
    });

    itWhere(isRepaired, 'frames are repaired on Linux x64')(
      `brings back lost frames where it may load its addon, several times, and in workers, on Node ${major}`,
      async () => {
        const program = await run(BUILTINS, ['--inspect=0'], await nodeBinary(major));
        for (let round = 0; round < 4; round++) {
          const more = { duration: 1000, frameRepair: true, bootloader: bench.options('').bootloader };
          const { recording = '' } = await (await attach(inspectorOf(program), more)).finished;
          const { facts, functions, quality, threads } = await analyze(recording);
          const { frameRepair } = facts;
          assert.ok(frameRepair?.state === 'on' && frameRepair.mended > 0, JSON.stringify(frameRepair));
          assert.ok(frameRepair.samples < 10_000, 'those of the first recording do not count again');
          assert.equal(threads.length, 2);
          const timeOf = (name: string): number =>
            functions.selfTime[functions.name.indexOf(name)] / quality.activeTime;
          assert.ok(timeOf('concatenates') > 0.5, `${timeOf('concatenates')}`);
          assert.ok(timeOf('calls') < 0.03, `${timeOf('calls')} ${JSON.stringify({ frameRepair, quality })}`);
          assert.equal(quality.lostFrameShare, 0);
        }
        program.child.kill();
        const [code, signal] = (await once(program.child, 'exit')) as [number | null, string];
        assert.deepEqual([code, signal], [null, 'SIGTERM']);
      },
    );

    it(`takes what the program answers it for no time of a function, on Node ${major}`, async () => {
      const program = await run(PARSES, ['--inspect=0'], await nodeBinary(major));
      const { finished } = await attach(inspectorOf(program), { duration: 4000 });
      const { nodes, samples } = await readProfile(await finished);
      const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
      assert.ok(samples.length > 1000 && nodes.some(({ callFrame }) => callFrame.functionName === 'createSourceFile'));
      const { name, count } = longestRun(samples.map((id) => nameOf.get(id) ?? ''));
      assert.ok(count < 40, `${name} is in ${count} samples without a break`);
    });

    it(`holds up no worker at its end, nor the program, on Node ${major}`, async () => {
      const program = await run(ENDS, ['--inspect=0'], await nodeBinary(major));
      const session = await attach(inspectorOf(program));
      const [code] = (await once(program.child, 'exit')) as [number];
      assert.equal(code, 0);
      assert.deepEqual(program.output().trim().split('\n').slice(1).sort(), ['ended ended', 'short ended']);
      const { recording = '', ending } = await session.finished;
      assert.deepEqual(ending, { kind: 'exit' });
      const { threads, functions } = await analyze(recording);
      assert.deepEqual(threads.flatMap(({ name, isRecorded }) => (isRecorded ? [name] : [])).sort(), [
        'ended',
        'program.js',
        'short',
        'stays',
      ]);
      assert.ok(functions.totalTime[functions.name.indexOf('inShort')] > 100_000);
    });

    itWhere(isLinux, 'needs /proc')(`is let go by the program when Heatline is killed, on Node ${major}`, async () => {
      const program = await run(WORKERS.replace("start('blocked');", ''), ['--inspect=0'], await nodeBinary(major));
      const session = await attach(inspectorOf(program));
      await sleep(1000);
      assert.ok((await samplersIn(program.pid)) >= 2);
      session.abandon();
      await session.finished;
      for (let i = 0; i < 150 && (await samplersIn(program.pid)) > 0; i++) await sleep(100);
      assert.equal(await samplersIn(program.pid), 0);
    });
  }

  it('goes by the port of an inspector, and leaves that open', async () => {
    const program = await run(SERVER, ['--inspect=0']);
    const place = inspectorOf(program);
    const session = await attach(place);
    await sleep(500);
    await session.stop();
    const { $heatline: facts, nodes } = await readProfile(await session.finished);
    assert.ok(nodes.some(({ callFrame }) => callFrame.functionName === 'turn'));
    assert.equal(facts.sampler, 'inspector');
    assert.equal(facts.attached, true);
    assert.equal((await fetch(`http://${place}/json/version`)).status, 200);
    assert.ok(isAlive(program.pid));
  });

  itWhere(isLinux, 'needs /proc')(
    'begins no profile of the console while a debugger is there, which would save it',
    async () => {
      const program = await run(SERVER, ['--inspect=0']);
      const [{ webSocketDebuggerUrl: url }] = (await (
        await fetch(`http://${inspectorOf(program)}/json/list`)
      ).json()) as [{ webSocketDebuggerUrl: string }];
      const other = await connectInspector(url);
      const titles: unknown[] = [];
      other.on('Profiler.consoleProfileStarted', ({ title }) => titles.push(title));
      await other.send('Profiler.enable');
      const session = await attach(inspectorOf(program), { duration: 3500 });
      assert.ok((await readProfile(await session.finished)).samples.length > 1000);
      assert.deepEqual(titles, []);
      other.close();
    },
  );

  it('samples a program that spins', async () => {
    const program = await run(SPIN, ['--inspect=0']);
    const session = await attach(inspectorOf(program), { duration: 500 });
    const { samples } = await readProfile(await session.finished);
    // 500 where the machine has nothing else to do.
    assert.ok(samples.length > 100, `${samples.length} samples`);
    assert.ok(isAlive(program.pid));
  });

  it('keeps what was sampled when the program ends meanwhile', async () => {
    const program = await run(`${SERVER}setTimeout(() => process.exit(3), 2500);`, ['--inspect=0']);
    const session = await attach(inspectorOf(program));
    const exited = once(program.child, 'exit') as Promise<[number]>;
    const outcome = await session.finished;
    assert.deepEqual(outcome.ending, { kind: 'exit' });
    assert.ok((await readProfile(outcome)).samples.length > 100);
    assert.equal((await exited)[0], 3);
  });

  it('says that samples were lost with a program that was killed', async () => {
    const program = await run(SERVER, ['--inspect=0']);
    const session = await attach(inspectorOf(program));
    program.child.kill('SIGKILL');
    const { recording, diagnostics } = await session.finished;
    assert.equal(recording, undefined);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['program-vanished'],
    );
  });

  it('lets go at once when it is told to', async () => {
    const program = await run(SERVER, ['--inspect=0']);
    const session = await attach(inspectorOf(program));
    session.abandon();
    await session.finished;
    assert.ok(isAlive(program.pid));
  });

  itWhere(isLinux, 'needs /proc')('signals nothing without permission', async () => {
    const program = await run(SERVER, ['--inspect-port=0']);
    const asked: unknown[] = [];
    const mayOpen: AttachOptions['mayOpen'] = (process) => {
      asked.push(process);
      return Promise.resolve(false);
    };
    await assert.rejects(attach(`pid:${program.pid}`, { mayOpen }), refusal('attach-declined', /was left alone/));
    assert.deepEqual(asked, [{ pid: program.pid, name: path.join(bench.folder, 'program.js'), port: 0 }]);
    await sleep(300);
    assert.equal(program.errors(), '');
  });

  itWhere(isLinux, 'needs /proc')('signals nothing that would die of it, and says why', async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.add(other);
    await once(other, 'spawn');
    await assert.rejects(attach(String(other.pid)), refusal('attach-not-node', /^Process \d+ \(.*sleep\) is not Node/));
    const deaf = await run(SERVER, ['--disable-sigusr1'], await nodeBinary(24));
    await assert.rejects(attach(String(deaf.pid)), refusal('attach-no-signal', /--disable-sigusr1/));
    const busy = await run(SERVER, [`--inspect-port=${await takenPort()}`]);
    await assert.rejects(attach(String(busy.pid)), refusal('attach-port-taken', /which another program has/));
    await sleep(200);
    assert.ok(isAlive(other.pid ?? 0) && isAlive(deaf.pid) && isAlive(busy.pid));
  });

  itWhere(isLinux, 'needs /proc')('says so when a program handles SIGUSR1 itself', async () => {
    const program = await run(`process.on('SIGUSR1', () => console.log('mine'));\n${SERVER}`, ['--inspect-port=0']);
    await assert.rejects(attach(String(program.pid)), refusal('attach-not-opened', /handles that signal itself/));
    assert.match(program.output(), /mine/);
  });

  itWhere(isLinux && process.getuid?.() === 0, 'needs root and /proc')(
    'says so of processes of other users',
    async () => {
      const program = await run(SERVER, ['--inspect-port=0']);
      process.seteuid?.(65534);
      const attempt = attach(String(program.pid)).finally(() => process.seteuid?.(0));
      await assert.rejects(attempt, refusal('attach-not-ours', /belongs to another user/));
    },
  );

  it('says what is wrong with a target', async () => {
    assert.throws(() => parseAttachTarget('app.js'), refusal('attach-target-invalid', /"app\.js" is neither/));
    await assert.rejects(attach('pid:4194304'), refusal('attach-nothing-there', /There is no process 4194304/));
    const free = await freePort();
    await assert.rejects(
      attach(`:${free}`),
      refusal('attach-nothing-there', /Nothing answers on port \d+ of this machine/),
    );
    await assert.rejects(attach(`:${await takenPort()}`), refusal('attach-not-node', /is no inspector/));
    const secret = await run(SERVER, ['--inspect=0', '--inspect-publish-uid=stderr']);
    const place = inspectorOf(secret);
    await assert.rejects(attach(place), refusal('attach-address-secret', /does not tell its address/));
    const url = /ws:\/\/\S+/.exec(secret.errors())?.[0] ?? '';
    await (await attach(url)).stop();
  });

  it('does not disturb what Heatline records already', async () => {
    const session = await startRecording(bench.options(await bench.write('program.js', SERVER)));
    const [port] = await listeningPorts(session.pid ?? 0);
    // The recorder keeps the address to itself, from the program too.
    const { text } = await session.evaluate("require('node:inspector').url()");
    assert.equal(text, 'undefined');
    await assert.rejects(attach(`pid:${session.pid}`), refusal('attach-address-secret', /does not tell its address/));
    assert.ok(!isLinux || port > 0);
    await session.stop();
    assert.ok((await session.finished).recording);
  });

  itWhere(isLinux, 'needs /proc')('lists Node processes, the newest first and without our own', async () => {
    const first = await run(SERVER);
    const second = await run(SERVER);
    const found = await listNodeProcesses();
    const ids = found.map(({ pid }) => pid);
    assert.ok(ids.includes(second.pid) && ids.indexOf(second.pid) < ids.indexOf(first.pid));
    assert.ok(!ids.includes(process.pid));
    const titled = await run(`process.title = 'my title';\n${SERVER}`);
    assert.deepEqual((await listNodeProcesses()).find(({ pid }) => pid === titled.pid)?.command, ['my title']);
    assert.equal(found.find(({ pid }) => pid === first.pid)?.command.at(-1), path.join(bench.folder, 'program.js'));
  });

  /** How many of V8's samplers run in a process: each has a thread that takes the samples. */
  async function samplersIn(pid: number): Promise<number> {
    const folder = `/proc/${pid}/task`;
    const names = (await readdir(folder)).map((id) => readFile(path.join(folder, id, 'comm'), 'utf8').catch(() => ''));
    return (await Promise.all(names)).filter((name) => name.startsWith('v8:ProfEvntProc')).length;
  }

  const servers: ReturnType<typeof createServer>[] = [];
  after(() => servers.forEach((server) => server.close()));

  /** A port where something answers that is no inspector. */
  async function takenPort(): Promise<number> {
    const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  async function freePort(): Promise<number> {
    const port = await takenPort();
    servers.pop()?.close();
    return port;
  }
});

/** The program's function that is in most samples without a break. */
function longestRun(names: readonly string[]): { readonly name: string; readonly count: number } {
  let longest = { name: '', count: 0 };
  let first = 0;
  for (const [i, name] of names.entries()) {
    if (name !== names[first]) first = i;
    const count = i - first + 1;
    if (count > longest.count && !/^\((idle|program|garbage collector)\)$/.test(name)) longest = { name, count };
  }
  return longest;
}
