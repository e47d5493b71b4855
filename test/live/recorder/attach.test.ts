import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import {
  type AttachedSession,
  type AttachOptions,
  parseAttachTarget,
  startAttached,
  startRecording,
} from '../../../src/recorder/index.ts';
import { connectInspector } from '../../../src/recorder/inspector/inspector-connection.ts';
import { listeningPorts, listNodeProcesses } from '../../../src/recorder/attach/node-processes.ts';
import { isAlive } from '../../../src/recording/index.ts';
import { most } from '../../support/chance.ts';
import { cpuTimeOf, TICK } from '../../support/cpu-time.ts';
import { hottestLine, samplesOf } from '../../support/figures.ts';
import { asRoot, isLinux, onLinux, onRepaired } from '../../support/it-where.ts';
import { journalsIn, partsTaken, profilesIn } from '../../support/journals.ts';
import { nodeBinary, nodeMajors, outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, useBench } from '../../support/recording.ts';
import { describeTasks, samplersIn } from '../../support/samplers.ts';
import { Running } from '../../support/running.ts';
import { until } from '../../support/until.ts';
import { codesOf } from '../../support/told.ts';

/**
 * Works before it is ready, then in turns, each of them longer than the system may make it wait as it prints. V8 compiles `turn` for
 * its running loop (OSR) before anybody attaches. What was to be done before a signal came is done when it tells its state.
 */
const SERVER = `function boot() { let x = 0; for (let i = 0; i < 1e7; i++) x += Math.sqrt(x + 1); return x; }
function turn() {
  let x = 0;
  for (let i = 0; i < 1e7; i++)
    x += Math.sqrt(x + 1);
  return x;
}
boot();
let turns = 0;
const state = () => JSON.stringify([process.eventNames().map(String), process.execArgv, Object.getOwnPropertySymbols(process).map(String)]);
process.on('SIGTERM', () => setImmediate(() => { console.log('at its end ' + state()); process.exit(7); }));
setInterval(() => {
  turn();
  console.log(++turns === 5 ? 'ready ' + state() : 'turn');
}, 5);
`;
/** What does nothing but to be there. */
const IDLE = "process.on('SIGTERM', () => process.exit(7)); setInterval(() => undefined, 1000); console.log('ready');";
/**
 * A busy worker, one that waits in JavaScript, one that reads standard input in native code, one that comes at SIGUSR2, and a
 * child that spins until this program is gone. Tells the turns of the workers.
 */
const WORKERS = `const { Worker, isMainThread, workerData, parentPort } = require('node:worker_threads');
const { spawn } = require('node:child_process');
if (isMainThread) {
  const start = (name) => new Worker(__filename, { name, workerData: name }).on('message', () => console.log('turn of ' + name));
  start('busy');
  start('waiting');
  process.on('SIGUSR2', () => start('later'));
  const spin = 'const { ppid } = process; while (process.ppid === ppid) for (let i = 0; i < 1e5; i++);';
  const ready = () => console.log('ready ' + spawn(process.execPath, ['-e', spin], { stdio: 'ignore' }).pid);
  start('blocked').once('message', ready);
} else if (workerData === 'blocked') {
  parentPort.postMessage('reads');
  require('node:fs').readSync(0, Buffer.alloc(1));
} else if (workerData === 'waiting') {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
} else {
  setInterval(() => {
    let x = 0;
    for (let i = 0; i < 2e6; i++) x += Math.sqrt(x + 1);
    parentPort.postMessage(x);
  }, 20);
}
`;
/**
 * Workers in each state in which one may be let go, and their steps in shared memory, which the main thread tells: one that
 * spins, one that mostly is in native code and answers in between, one in a long native call, one that reads standard input, and
 * one that waits until SIGUSR2.
 */
const STATES = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
const names = ['spins', 'calls', 'computes', 'blocked', 'waits'];
if (isMainThread) {
  const steps = new Int32Array(new SharedArrayBuffer(4 * names.length + 4));
  for (const name of names) new Worker(__filename, { name, workerData: { name, steps } });
  process.on('SIGUSR2', () => { Atomics.store(steps, names.length, 1); Atomics.notify(steps, names.length); });
  setInterval(() => console.log((steps[0] > 0 && steps[3] > 0 ? 'ready ' : '') + 'steps ' + names.map((_, i) => steps[i])), 50);
} else {
  const { name, steps } = workerData;
  const step = () => steps[names.indexOf(name)]++;
  if (name === 'spins') for (let x = 0; ; x += Math.sqrt(x + 1)) if (Math.random() < 1e-6) step();
  if (name === 'calls') for (;;) { require('node:child_process').execSync('sleep 0.2'); step(); }
  if (name === 'computes') for (;;) { require('node:crypto').pbkdf2Sync('a', 'b', 2e6, 64, 'sha512'); step(); }
  if (name === 'blocked') { step(); require('node:fs').readSync(0, Buffer.alloc(1)); setInterval(step, 50); }
  if (name === 'waits') { Atomics.wait(steps, names.length, 0); setInterval(step, 50); }
}
`;
/**
 * A worker that ends by itself, one that is ended, and one that does not keep the program, which ends by itself too. The first
 * SIGUSR2 starts the short one, which then works until the second.
 */
const ENDS = `const { Worker, isMainThread, workerData } = require('node:worker_threads');
${BUSY}
if (isMainThread) {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const start = (name) => new Worker(__filename, { name, workerData: { name, flag } });
  const ended = start('ended');
  start('stays').unref();
  const stay = setInterval(() => {}, 1000);
  process.once('SIGUSR2', () => {
    start('short').on('exit', () => console.log('short ended'));
    process.once('SIGUSR2', () => {
      Atomics.store(flag, 0, 1);
      ended.terminate().then(() => console.log('ended ended'));
      clearInterval(stay);
    });
  });
  console.log('ready');
} else if (workerData.name === 'short') {
  function inShort() { while (Atomics.load(workerData.flag, 0) === 0); busy(100); }
  inShort();
} else setInterval(busy, 50, 10);
`;
/** Nearly all of it is in builtins of strings, in the main thread and in a worker. */
const BUILTINS = `const { Worker, isMainThread } = require('node:worker_threads');
function concatenates() { let text = ''; for (let i = 0; i < 30000; i++) text = \`x\${i}-\${text.length}-\${i}\`; return text; }
function calls() { return concatenates(); }
setInterval(() => { calls(); if (isMainThread) console.log('turn'); }, 5);
if (isMainThread) new Worker(__filename).on('online', () => console.log('ready'));
`;
/** Tells each timer that is made in it. It makes none itself. */
const TIMERS = `require('node:async_hooks').createHook({ init(id, type) { if (type === 'Timeout') console.log('a timer'); } }).enable();
require('node:net').createServer().listen(0, '127.0.0.1', () => console.log('ready'));
`;
const SPIN = `console.log('ready');
for (let x = 0; ; ) x += Math.sqrt(x + 1);
`;

describe('attaching to a program that runs', () => {
  const bench = useBench();
  const children = new Set<ChildProcess>();
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });

  let programs = 0;
  async function run(text: string, flags: readonly string[] = [], node = process.execPath): Promise<Running> {
    const program = await bench.write(`program-${++programs}.js`, text);
    const running = new Running(spawn(node, [...flags, program], { stdio: 'pipe' }));
    children.add(running.child);
    await running.until('stdout', 'ready');
    return running;
  }
  /** Ends it by a signal; its exit code, as a shell tells it. */
  const end = async (program: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<number> => {
    program.press(signal);
    return (await program.ended).code;
  };

  const attach = (target: string, more: Partial<AttachOptions> = {}): Promise<AttachedSession> =>
    startAttached({
      target: parseAttachTarget(target),
      mayOpen: () => Promise.resolve(true),
      interval: 1000,
      output: () => path.join(bench.folder, 'attached.cpuprofile'),
      ...more,
    });
  const stopped = async (session: AttachedSession): Promise<string> => {
    await session.stop();
    return (await session.finished).recording ?? '';
  };

  const assertSampled = async (recording = ''): Promise<void> =>
    assert.ok((await analyze(recording)).quality.samples > 0);

  const refusal = (code: string, message: RegExp) => ({ name: 'RecordingError', code, message });

  /** Where the program prints that its inspector listens. */
  const inspectorOf = ({ text }: Running): string =>
    /ws:\/\/(127\.0\.0\.1:\d+)\/\S+/.exec(text.stderr)?.[1] ?? assert.fail(text.stderr);

  const samples = (session: AttachedSession, threads: number): Promise<void> =>
    until(`${threads} threads are sampled`, () => journalsIn(session.folder).length >= threads);

  for (const major of nodeMajors)
    onLinux(`opens, samples and closes again the inspector of a process, twice, on Node ${major}`, async () => {
      const program = await run(SERVER, ['--inspect-port=0'], await nodeBinary(major));
      const isClosed = async (): Promise<boolean> => (await listeningPorts(program.pid)).length === 0;
      assert.ok(await isClosed());
      const session = await attach(String(program.pid));
      assert.equal(session.pid, program.pid);
      await program.prints('turn', 15);
      assert.doesNotMatch(readFileSync(`/proc/${program.pid}/maps`, 'latin1'), /frame-repair/, 'native code of ours');
      await session.stop();
      const { recording = '', ending, diagnostics } = await session.finished;
      assert.deepEqual([ending, diagnostics], [{ kind: 'stopped', by: 'user', runsOn: true }, []]);
      const analysis = await analyze(recording);
      assert.match(hottestLine(analysis), /^program-\d+\.js:[45]$/);
      assert.equal(samplesOf(analysis, 'boot'), 0, 'what ran before is not in the profile');
      assert.equal(analysis.quality.valueName, 'wall', 'nothing in it reads its clock');
      await until('its inspector is closed', isClosed);
      const again = await (await attach(String(program.pid), { duration: 300 })).finished;
      assert.deepEqual([again.ending, again.diagnostics], [{ kind: 'stopped', by: 'duration', runsOn: true }, []]);
      await until('its inspector is closed again', isClosed);
      await program.prints('turn');
      assert.equal(await end(program), 7);
      const [before, after] = program.text.stdout.match(/\[\[.*/g) ?? [];
      assert.ok(before);
      assert.equal(after, before);
    });

  for (const major of nodeMajors)
    onLinux(`makes no timer in a program, whose own one it may interrupt, on Node ${major}`, async () => {
      const program = await run(TIMERS, ['--inspect-port=0'], await nodeBinary(major));
      const session = await attach(String(program.pid));
      await samples(session, 1);
      await stopped(session);
      await until('its inspector is closed', async () => (await listeningPorts(program.pid)).length === 1);
      assert.equal(program.text.stdout, 'ready\n');
    });

  for (const major of outerNodeMajors) {
    onLinux(
      `records workers too, and tells of those that do not answer and of children, on Node ${major}`,
      async () => {
        const program = await run(WORKERS, [], await nodeBinary(major));
        const child = Number(/ready (\d+)/.exec(program.text.stdout)?.[1]);
        await until('the child has worked', () => cpuTimeOf(child) > 200_000);
        const before = cpuTimeOf(child);
        const session = await attach(`pid:${program.pid}`);
        await samples(session, 3);
        process.kill(program.pid, 'SIGUSR2');
        await samples(session, 4);
        await program.prints('turn of later', 5);
        const { threads, quality, unrecorded } = await analyze(await stopped(session));
        const childUsed = cpuTimeOf(child) - before;
        const named = new Map(threads.map((thread) => [thread.name.replace(/^program-.*/, 'main'), thread]));
        assert.deepEqual([...named.keys()].sort(), ['blocked', 'busy', 'later', 'main', 'waiting']);
        const { isRecorded, reason } = named.get('blocked') ?? {};
        assert.deepEqual([isRecorded, reason], [false, 'no-answer'], 'one that waits in native code');
        assert.ok(named.get('waiting')?.isRecorded, 'one that waits in Atomics.wait');
        for (const name of ['busy', 'later']) assert.ok((named.get(name)?.activeTime ?? 0) > 0, name);
        assert.equal(quality.valueName, 'wall');
        const [part, ...others] = (unrecorded?.parts ?? []).filter((each) => each.reason !== 'no-answer');
        assert.deepEqual([part.reason, others], ['not-reached', []], 'the child that spins');
        assert.ok(
          part.cpuTime <= childUsed + TICK,
          `what it used before does not count: ${part.cpuTime} of ${childUsed}`,
        );
        await program.prints('turn of busy');
        await until('its inspector is closed', async () => (await listeningPorts(program.pid)).length === 0);
      },
    );

    it(`leaves workers as they were, whatever they do at that moment, on Node ${major}`, async () => {
      const program = await run(STATES, ['--inspect=0'], await nodeBinary(major));
      const steps = (): number[] => (/steps ([\d,]*)\n$/.exec(program.text.stdout)?.[1] ?? '').split(',').map(Number);
      const session = await attach(inspectorOf(program));
      await samples(session, 4);
      await program.prints('steps', 5);
      // Resolves before `blocked` can answer: nobody is waited for.
      const { threads } = await analyze(await stopped(session));
      const recorded = threads.flatMap(({ isRecorded, name }) =>
        isRecorded ? name.replace(/^program-.*/, 'main') : [],
      );
      // The one that computes may answer between two of its calls.
      assert.deepEqual(recorded.filter((name) => name !== 'computes').sort(), ['calls', 'main', 'spins', 'waits']);
      const before = steps();
      program.child.kill('SIGUSR2');
      program.child.stdin?.write('x');
      await until('all go on', () => steps().length === 5 && steps().every((step, k) => step > before[k]));
    });

    it(`holds up no worker at its end, nor the program, on Node ${major}`, async () => {
      const program = await run(ENDS, ['--inspect=0'], await nodeBinary(major));
      const session = await attach(inspectorOf(program));
      await samples(session, 3);
      process.kill(program.pid, 'SIGUSR2');
      await samples(session, 4);
      // None is waited for at its end: each has what was taken out of it before.
      await partsTaken(session.folder, 4);
      await until('the short one was seen at work', () => profilesIn(session.folder).join().includes('inShort'));
      process.kill(program.pid, 'SIGUSR2');
      assert.equal((await program.ended).code, 0);
      const { recording = '', ending } = await session.finished;
      assert.deepEqual(program.text.stdout.trim().split('\n').slice(1).sort(), ['ended ended', 'short ended']);
      assert.deepEqual(ending, { kind: 'exit' });
      const analysis = await analyze(recording);
      const recorded = analysis.threads.filter(({ isRecorded }) => isRecorded).map(({ name }) => name);
      assert.deepEqual(recorded.slice(1).sort(), ['ended', 'short', 'stays']);
      assert.ok(samplesOf(analysis, 'inShort') > 0);
    });
  }

  for (const major of nodeMajors)
    onRepaired(
      `brings back lost frames where it may load its addon, twice, and in workers, on Node ${major}`,
      async () => {
        const program = await run(BUILTINS, ['--inspect=0'], await nodeBinary(major));
        for (let round = 0; round < 2; round++) {
          const began = performance.now();
          const more = { frameRepair: true, bootloader: bench.options('').bootloader };
          const session = await attach(inspectorOf(program), more);
          await samples(session, 2);
          await program.prints('turn', 40);
          const analysis = await analyze(await stopped(session));
          const { frameRepair } = analysis.facts;
          assert.ok(frameRepair?.state === 'on' && frameRepair.mended > 0, JSON.stringify(frameRepair));
          // Each of the two threads is due once a millisecond.
          const due = 2 * (performance.now() - began);
          assert.ok(frameRepair.samples <= due, 'those of the first recording do not count again');
          assert.equal(analysis.threads.length, 2);
          const { name: names, selfSamples } = analysis.functions;
          const [inside, above] = ['concatenates', 'calls'].map((name) => selfSamples[names.indexOf(name)] ?? 0);
          // None is really in it, and each sample without its frame would be.
          assert.ok(above <= most(inside + above, 0.1), `${inside} and ${above} samples`);
          assert.equal(analysis.quality.lostFrameShare, 0);
        }
        assert.equal(await end(program), 143);
      },
    );

  onLinux('is let go by the program when Heatline is killed', async () => {
    // Two at once, so their children wait in place of spinning, and leave the processors to other tests.
    const wait = 'require("node:child_process").execSync("sleep 0.1");';
    // One that was sampled before it waits in native code keeps its sampler until it is back.
    const read = "require('node:fs').readSync(0, Buffer.alloc(1));";
    assert.ok(WORKERS.includes(read));
    const text = WORKERS.replace(read, '').replace('for (let i = 0; i < 1e5; i++);', wait);
    const programs = outerNodeMajors.map(async (major) => run(text, ['--inspect=0'], await nodeBinary(major)));
    for (const program of await Promise.all(programs)) {
      const session = await attach(inspectorOf(program));
      await samples(session, 3);
      assert.ok(samplersIn(program.pid) >= 3);
      session.abandon();
      await session.finished;
    }
    for (const { pid } of await Promise.all(programs)) {
      const isLetGo = (): boolean => samplersIn(pid) === 0;
      await until(() => `no sampler runs in ${readlinkSync(`/proc/${pid}/exe`)}\n${describeTasks(pid)}`, isLetGo);
    }
  });

  it('goes by the port of an inspector, leaves that open, lets go at once, and keeps what a program leaves', async () => {
    const program = await run(SERVER, ['--inspect=0']);
    const place = inspectorOf(program);
    const session = await attach(place);
    await program.prints('turn', 5);
    await session.stop();
    const { facts, functions } = await analyze((await session.finished).recording ?? '');
    assert.ok(functions.name.includes('turn'));
    assert.deepEqual([facts.sampler, facts.attached], ['inspector', true]);
    assert.equal((await fetch(`http://${place}/json/version`)).status, 200);
    const dropped = await attach(place);
    dropped.abandon();
    await dropped.finished;
    assert.ok(isAlive(program.pid));
    const last = await attach(place);
    await program.prints('turn', 5);
    assert.equal(await end(program), 7);
    const { recording, ending } = await last.finished;
    assert.deepEqual(ending, { kind: 'exit' });
    await assertSampled(recording);
  });

  onLinux('begins no profile of the console while a debugger is there, which would save it', async () => {
    const program = await run(SERVER, ['--inspect=0']);
    const list = await fetch(`http://${inspectorOf(program)}/json/list`);
    const [{ webSocketDebuggerUrl: url }] = (await list.json()) as [{ webSocketDebuggerUrl: string }];
    const other = await connectInspector(url);
    const titles: unknown[] = [];
    other.on('Profiler.consoleProfileStarted', ({ title }) => titles.push(title));
    await other.send('Profiler.enable');
    const session = await attach(inspectorOf(program));
    const undebugged = await attach(inspectorOf(await run(SERVER, ['--inspect=0'])));
    await partsTaken(undebugged.folder);
    const [first] = profilesIn(undebugged.folder);
    await until('samples of another were taken again', () => profilesIn(undebugged.folder)[0] !== first);
    await undebugged.stop();
    assert.deepEqual(profilesIn(session.folder), []);
    await assertSampled(await stopped(session));
    assert.deepEqual(titles, []);
    other.close();
  });

  onLinux('samples a program that spins, and says that samples were lost when it is killed', async () => {
    const program = await run(SPIN, ['--inspect=0']);
    const session = await attach(inspectorOf(program));
    const before = cpuTimeOf(program.pid);
    await until('it has spun', () => cpuTimeOf(program.pid) > before + 200_000);
    await assertSampled(await stopped(session));
    assert.ok(isAlive(program.pid));
    const second = await attach(inspectorOf(program));
    program.child.kill('SIGKILL');
    const { recording, diagnostics } = await second.finished;
    assert.equal(recording, undefined);
    assert.deepEqual(codesOf(diagnostics), ['program-gone']);
  });

  onLinux('signals nothing without permission', async () => {
    const program = await run(IDLE, ['--inspect-port=0']);
    const asked: unknown[] = [];
    const mayOpen: AttachOptions['mayOpen'] = (process) => {
      asked.push(process);
      return Promise.resolve(false);
    };
    await assert.rejects(attach(`pid:${program.pid}`, { mayOpen }), refusal('attach-declined', /was left alone/));
    assert.deepEqual(asked, [{ pid: program.pid, name: program.child.spawnargs.at(-1), port: 0 }]);
    assert.equal(await end(program), 7);
    assert.equal(program.text.stderr, '');
  });

  onLinux('signals nothing that would die of it, and says why', async () => {
    const other = spawn('sleep', ['600'], { stdio: 'ignore' });
    children.add(other);
    await once(other, 'spawn');
    await assert.rejects(attach(String(other.pid)), refusal('attach-not-node', /^Process \d+ \(.*sleep\) is not Node/));
    const deaf = await run(IDLE, ['--disable-sigusr1'], await nodeBinary(24));
    await assert.rejects(attach(String(deaf.pid)), refusal('attach-no-signal', /--disable-sigusr1/));
    const busy = await run(IDLE, [`--inspect-port=${await takenPort()}`]);
    await assert.rejects(attach(String(busy.pid)), refusal('attach-port-taken', /which another program has/));
    other.kill('SIGTERM');
    const [, signal] = (await once(other, 'exit')) as [null, string];
    assert.deepEqual([signal, await end(deaf), await end(busy)], ['SIGTERM', 7, 7]);
  });

  onLinux('says so when a program handles SIGUSR1 itself', async () => {
    const program = await run(`process.on('SIGUSR1', () => console.log('mine'));\n${IDLE}`, ['--inspect-port=0']);
    await assert.rejects(attach(String(program.pid)), refusal('attach-not-opened', /handles that signal itself/));
    await until('it has heard', () => program.text.stdout.includes('mine'));
  });

  onLinux('opens no inspector that would tell nobody where it is, as in what a recording left running', async () => {
    const program = await run(IDLE, ['--inspect-port=0', '--inspect-publish-uid=stderr']);
    await assert.rejects(attach(String(program.pid)), refusal('attach-address-secret', /would tell nobody where/));
    assert.deepEqual([await listeningPorts(program.pid), program.text.stderr], [[], '']);
  });

  asRoot('says so of processes of other users', async () => {
    const program = await run(IDLE, ['--inspect-port=0']);
    process.seteuid?.(65534);
    const attempt = attach(String(program.pid)).finally(() => process.seteuid?.(0));
    await assert.rejects(attempt, refusal('attach-not-ours', /belongs to another user/));
  });

  it('says what is wrong with a target', async () => {
    assert.throws(() => parseAttachTarget('app.js'), refusal('attach-target-invalid', /"app\.js" is neither/));
    await assert.rejects(attach('pid:4194304'), refusal('attach-nothing-there', /There is no process 4194304/));
    const nobody = refusal('attach-nothing-there', /Nothing answers on port \d+ of this machine/);
    await assert.rejects(attach(`:${await freePort()}`), nobody);
    await assert.rejects(attach(`:${await takenPort()}`), refusal('attach-not-node', /is no inspector/));
    const secret = await run(IDLE, ['--inspect=0', '--inspect-publish-uid=stderr']);
    const place = inspectorOf(secret);
    await assert.rejects(attach(place), refusal('attach-address-secret', /does not tell its address/));
    const url = /ws:\/\/\S+/.exec(secret.text.stderr)?.[0] ?? '';
    await (await attach(url)).stop();
  });

  it('does not disturb what Heatline records already', async () => {
    const session = await startRecording(bench.options(await bench.write('program.js', IDLE)));
    const [port] = await listeningPorts(session.pid ?? 0);
    await assert.rejects(attach(`pid:${session.pid}`), refusal('attach-address-secret', /does not tell its address/));
    assert.ok(!isLinux || port > 0);
    await session.stop();
    assert.ok((await session.finished).recording);
  });

  onLinux('lists Node processes, the newest first and without our own', async () => {
    const first = await run(IDLE);
    const second = await run(IDLE);
    const found = await listNodeProcesses();
    const ids = found.map(({ pid }) => pid);
    assert.ok(ids.includes(second.pid) && ids.indexOf(second.pid) < ids.indexOf(first.pid));
    assert.ok(!ids.includes(process.pid));
    const titled = await run(`process.title = 'my title';\n${IDLE}`);
    assert.deepEqual((await listNodeProcesses()).find(({ pid }) => pid === titled.pid)?.command, ['my title']);
    assert.equal(found.find(({ pid }) => pid === first.pid)?.command.at(-1), first.child.spawnargs.at(-1));
  });

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
