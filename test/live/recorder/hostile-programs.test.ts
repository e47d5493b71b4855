import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { exitCodeOf } from '../../../src/recorder/index.ts';
import { asRoot, bySampler, onLinux } from '../../support/it-where.ts';
import { nodeBinary, outerNodeMajors } from '../../support/nodes.ts';
import { type Outcome, Running } from '../../support/running.ts';
import { assertRecorded, BUSY, describeOnNodes, exit, record } from '../../support/recording.ts';

/** Programs that change what all JavaScript in their process shares, by what they do. Each ends with code 3. */
const programs: Readonly<Record<string, string>> = {
  'makes methods throw that everybody uses': `
    const poisoned = () => { throw new Error('poisoned'); };
    const { defineProperty } = Object, { log } = console, exit = process.exit.bind(process);
    setTimeout(() => {
      busy(100);
      log('done');
      const all = [
        [Array.prototype, ['find', 'filter', 'map', 'some', 'every', 'forEach', 'includes', 'indexOf', 'at', 'concat', 'slice', 'splice', 'join', Symbol.iterator]],
        [String.prototype, ['split', 'startsWith', 'slice', 'replace', 'includes']], [RegExp.prototype, ['test', 'exec']],
        [Map.prototype, ['get', 'set', 'has']], [WeakMap.prototype, ['get', 'set', 'has']], [Set.prototype, ['has', 'add']],
        [Object, ['assign', 'keys', 'entries', 'fromEntries', 'defineProperty', 'getOwnPropertySymbols', 'setPrototypeOf']],
        [Reflect, ['apply', 'ownKeys']], [Function.prototype, ['call', 'apply', 'bind']], [JSON, ['stringify', 'parse']], [Number, ['isInteger']],
      ];
      for (let i = 0; i < all.length; i++) for (let k = 0; k < all[i][1].length; k++) defineProperty(all[i][0], all[i][1][k], { value: poisoned });
      exit(3);
    }, 1500);`,
  'takes away its globals': `
    const own = process, { log } = console, later = setTimeout;
    for (const name of ['process', 'Object', 'Array', 'Reflect', 'JSON', 'Number', 'String', 'Math', 'setTimeout', 'setInterval', 'setImmediate', 'clearInterval', 'console', 'Symbol', 'Error'])
      delete globalThis[name];
    later(() => { log('done'); own.exitCode = 3; }, 1500);`,
  'has another process in its globals': `
    const own = process;
    globalThis.process = { ...process };
    setTimeout(() => { busy(50); console.log('done'); own.exitCode = 3; }, 1500);`,
  'has timers that never fire': `
    const later = setTimeout;
    let asked = 0;
    for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'])
      globalThis[name] = () => { asked++; return 1; };
    later(() => { busy(50); console.log('done', asked); process.exitCode = 3; }, 2500);`,
  'has a file system of its own': `
    const fs = require('node:fs');
    const { log } = console;
    for (const name of Object.keys(fs)) if (/Sync$/.test(name)) fs[name] = () => { throw new Error('mocked'); };
    setTimeout(() => { busy(50); log('done'); process.exitCode = 3; }, 100);`,
  'sends signals into the void': `
    let asked = 0;
    process.kill = () => { asked++; throw new Error('mocked'); };
    process.on('exit', () => console.log('done', asked));
    busy(50);
    process.exitCode = 3;`,
  'gives all objects a toJSON and options of files': `
    Object.prototype.toJSON = () => 'no';
    Object.prototype.flag = 'r';
    Object.prototype.get = () => 1;
    busy(50);
    console.log('done');
    process.exitCode = 3;`,
  'tells of all that is listened to in process': `
    process.on('newListener', (name) => console.log('new', name));
    process.on('removeListener', (name) => console.log('removed', name));
    const ours = () => {};
    process.on('SIGINT', ours);
    process.off('SIGINT', ours);
    setTimeout(() => { busy(50); process.exitCode = 3; }, 1500);`,
  'says itself that it exits, long before': `
    process.on('exit', (code) => console.log('exit', code));
    process.emit('exit', 7);
    setTimeout(() => { busy(100); console.log('done'); process.exitCode = 3; }, 50);`,
  'hardens its language': `
    for (const one of [Object, Array, Error, Function, Promise, Map, JSON, Reflect, Symbol]) { Object.freeze(one); if (one.prototype) Object.freeze(one.prototype); }
    console.log(require('node:inspector').url());
    busy(50);
    process.exitCode = 3;`,
  'fails with an error that cannot be read': `
    process.on('uncaughtException', () => { busy(50); console.log('done'); process.exitCode = 3; });
    throw Object.defineProperty(new Error('x'), 'name', { get() { throw new Error('unreadable'); } });`,
  'works in a folder that is gone': `
    const fs = require('node:fs');
    const gone = fs.mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'heatline-test-gone-'));
    process.chdir(gone);
    fs.rmdirSync(gone);
    busy(50);
    console.log('done');
    process.exitCode = 3;`,
  'starts another program at once and waits for it': `
    console.log(String(require('node:child_process').execFileSync(process.execPath, ['-p', '1 + 1'])));
    process.exitCode = 3;`,
  'runs code in contexts of its own': `
    const vm = require('node:vm');
    const context = vm.createContext({ console }, { codeGeneration: { strings: false, wasm: false } });
    vm.runInContext("console.log('done')", context);
    busy(50);
    process.exitCode = 3;`,
};

/** Closes every socket of the process but its standard streams; Node's own event loop needs none of them. */
const CLOSING = `${BUSY}const fs = require('fs');
for (const fd of fs.readdirSync('/proc/self/fd')) {
  let target = '';
  try { target = fs.readlinkSync('/proc/self/fd/' + fd); } catch { continue; }
  if (Number(fd) > 2 && target.startsWith('socket:')) fs.closeSync(Number(fd));
}
busy(200);
process.exitCode = 3;
`;

const FLAGS = ['--cpu-prof', '--cpu-prof-dir=profiles'];
const PROFILED = `${BUSY}const { execFileSync } = require('node:child_process');
if (process.argv[2]) busy(100); else execFileSync(process.execPath, [...${JSON.stringify(FLAGS)}, __filename, 'child']);`;

describeOnNodes('a program whose world is changed', outerNodeMajors, (bench, major) => {
  /** What it prints, and its exit code, without a recorder. */
  const runPlainly = async (program: string): Promise<Outcome> =>
    new Running(spawn(await nodeBinary(major), [program])).ended;

  for (const [what, text] of Object.entries(programs))
    it(`is recorded as any other when it ${what}`, async () => {
      const program = await bench.write('hostile.js', BUSY + text);
      const [{ stdout, stderr, code }, ...recordings] = await Promise.all([
        runPlainly(program),
        ...(['inspector', 'v8log'] as const).map((sampler) => record(bench.options(program, { sampler }))),
      ]);
      assert.equal(code, 3, stderr);
      for (const recorded of recordings) {
        await assertRecorded(recorded, { stdout, stderr, ending: exit(3), codes: [] });
        assert.ok(recorded.file);
      }
    });

  asRoot('is recorded to its end when it gives up its rights', async () => {
    const text = `${BUSY}busy(50); process.setgid(65534); process.setuid(65534); busy(50); console.log('done'); process.exitCode = 3;`;
    await assertRecorded(await bench.record(text), { stdout: 'done\n', ending: exit(3), codes: [] });
  });

  onLinux('says why nothing was recorded with the inspector when it closes sockets that are not its own', async () => {
    const { outcome, codes } = await bench.record(CLOSING);
    // Node's own thread of the inspector may notice the closed socket first, and aborts.
    if (exitCodeOf(outcome.ending) !== 134) assert.deepEqual(outcome.ending, exit(3));
    assert.deepEqual(codes, ['program-gone']);
  });

  onLinux('is recorded with a V8 log when it closes sockets that are not its own', async () => {
    const { outcome, file } = await bench.record(CLOSING, { sampler: 'v8log' });
    assert.ok([3, 134].includes(exitCodeOf(outcome.ending)));
    assert.ok(file);
  });

  for (const [what, more] of Object.entries({ it: { args: ['itself'], runtimeArgs: FLAGS }, 'a child of it': {} }))
    it(`is sampled, and has its own profile, when ${what} writes one`, async () => {
      await assertRecorded(await bench.record(PROFILED, { ...more, sampler: 'auto' }), { sampled: ['busy'] });
      assert.ok((await readdir(path.join(bench.folder, 'profiles'))).length > 0);
    });
});

describeOnNodes('a program under the permission model', [24, 26], (bench) => {
  bySampler()('is recorded where it allows the inspector, and may do no more than before', async (sampler) => {
    const allowed = `--allow-fs-read=${path.join(bench.folder, 'program.js')}`;
    const runtimeArgs = ['--permission', allowed, '--allow-inspector', '--no-warnings'];
    const text = `${BUSY}busy(100); process.exitCode = 5;
      for (const [what, where] of [['fs.read', '/etc'], ['fs.write', ${JSON.stringify(bench.folder)}], ['child']])
        console.log(process.permission.has(what, where));`;
    const recorded = await bench.record(text, { sampler, runtimeArgs });
    const expected = { stdout: 'false\nfalse\nfalse\n', stderr: '', ending: exit(5), sampled: ['busy'] };
    await assertRecorded(recorded, expected);
  });
});
