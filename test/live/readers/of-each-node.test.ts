import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { readV8Log } from '../../../src/readers/v8-log/read.ts';
import { bytecodeSizesOf } from '../../../src/readers/v8-log/bytecode-sizes.ts';
import { promiseWorkOf } from '../../../src/readers/v8-log/microtasks.ts';
import { readElfSymbol } from '../../support/elf-symbol.ts';
import { onLinux } from '../../support/it-where.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { useScratch } from '../../support/scratch.ts';

/** Builtins that every V8 here has, and that only the queue calls. */
const queued = [
  ...['RunMicrotasks', 'RunMicrotasksTrampoline', 'JSRunMicrotasksEntry'],
  ...['PromiseFulfillReactionJob', 'PromiseRejectReactionJob', 'PromiseResolveThenableJob'],
  ...['AsyncFunctionAwaitResolveClosure', 'AsyncFunctionAwaitRejectClosure', 'AsyncGeneratorAwaitResolveClosure'],
  ...['PromiseAllResolveElementClosure', 'PromiseAnyRejectElementClosure', 'PromiseThenFinally', 'PromiseCatchFinally'],
];
/** Those that functions call, and that work on promises for the queue as well. */
const shared = [
  ...['FulfillPromise', 'RejectPromise', 'ResolvePromise', 'EnqueueMicrotask', 'PerformPromiseThen'],
  ...['PromiseCapabilityDefaultResolve', 'PromiseConstructor', 'PromiseResolve', 'PromisePrototypeThen'],
  ...['AsyncFunctionEnter', 'AsyncGeneratorPrototypeNext', 'ResumeGeneratorTrampoline'],
];
/** Those that have to do with neither. */
const others = ['GeneratorPrototypeNext', 'ArrayIteratorPrototypeNext', 'ArrayMap', 'CompileLazy', 'CEntry_Return1'];

for (const major of nodeMajors) {
  describe(`V8's names of builtins, in Node ${major}`, () => {
    const scratch = useScratch();
    let names: ReadonlySet<string>;
    let log = '';
    before(async () => {
      log = scratch('v8.log');
      execFileSync(await nodeBinary(major), ['--prof', '--no-logfile-per-isolate', `--logfile=${log}`, '-e', '0']);
      const lines = (await readFile(log, 'latin1')).split('\n');
      const created = lines.filter((line) => line.startsWith('code-creation,Builtin,'));
      names = new Set(created.map((line) => line.split(',')[6]));
    });

    it('stand in a log that is whole without a recorder’s notes', async () => {
      const { recording, frames } = await readV8Log(log);
      for (const { severity, code } of recording.diagnostics) assert.equal(severity, 'info', code);
      assert.ok(frames.name.length > 1);
    });

    it('tell which the microtask queue calls', () => {
      for (const name of queued) assert.ok(names.has(name) && promiseWorkOf(name) === 'queue', name);
    });

    it('tell which work on promises for functions, too', () => {
      for (const name of shared) assert.ok(names.has(name) && promiseWorkOf(name) === 'shared', name);
    });

    it('tell nothing of others', () => {
      for (const name of others) assert.equal(promiseWorkOf(name), undefined, name);
      const part = [...names].filter((name) => promiseWorkOf(name) === 'queue').length / names.size;
      assert.ok(part > 0.01 && part < 0.04, `${part}`);
    });
  });
}

describe('the sizes of bytecodes', () => {
  for (const major of nodeMajors)
    // They are read from an ELF file.
    onLinux(`are those of Node ${major}`, async () => {
      const name = '_ZN2v88internal11interpreter9Bytecodes14kBytecodeSizesE';
      const table = await readElfSymbol(await nodeBinary(major), name);
      const digits = Array.from(table, (size) => size.toString(36)).join('');
      const third = digits.length / 3;
      const expected = [0, 1, 2].map((k) => digits.slice(k * third, (k + 1) * third));
      const versions = { 20: '11.3.244', 22: '12.4.254', 24: '13.6.233', 26: '14.6.202' } as const;
      assert.deepEqual(bytecodeSizesOf(versions[major]), expected);
    });
});
