import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { v8LogEffect, v8LogFlags } from '../../../src/recorder/v8-log-sampler.ts';
import { itWhere } from '../../support/it-where.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { useScratch } from '../../support/scratch.ts';

const addon = path.join(import.meta.dirname, '../../../src/in-program/frame-repair/prebuilt/linux-x64.node');
const onAddon = itWhere(process.platform === 'linux' && process.arch === 'x64', 'needs the addon');

describe("V8's flags", () => {
  const scratch = useScratch();

  for (const major of nodeMajors) {
    /** What the expressions give in a Node with such flags, and then its tag of code caches, which tells its flags apart. */
    const run = async (flags: readonly string[], expressions: readonly string[]): Promise<unknown[]> => {
      const tag = "require('node:v8').cachedDataVersionTag()";
      const script = `process.dlopen(module, ${JSON.stringify(addon)}); console.log(JSON.stringify([${[...expressions, tag].join()}]))`;
      const output = execFileSync(await nodeBinary(major), [...flags, '-e', script], { encoding: 'utf8' });
      return JSON.parse(output) as unknown[];
    };
    const call = (ours: readonly string[], usual: readonly string[]): string =>
      `module.exports.setFlags(${JSON.stringify(ours.join(' '))}, ${JSON.stringify(usual.join(' '))})`;
    const peeling = major >= 24 ? (['--no-maglev-loop-peeling', '--maglev-loop-peeling'] as const) : undefined;

    onAddon(`are set by the addon without loading node:v8 on Node ${major}`, async () => {
      const [answer, isLoaded] = await run(
        [],
        [
          call(['--no-regexp-optimization'], ['--regexp-optimization']),
          "process.moduleLoadList.includes('NativeModule v8')",
        ],
      );
      assert.deepEqual([answer, isLoaded], [2, false]);
    });

    onAddon(`are in force, and code caches stay valid, on Node ${major}`, async () => {
      const [ours, usual] = peeling ?? ['--no-regexp-optimization', '--regexp-optimization'];
      const [untouched] = await run([], []);
      const setBack = `require('node:v8').setFlagsFromString('${usual}')`;
      const [answer, , tag] = await run([], [call([ours], [usual]), `${setBack} ?? 0`]);
      assert.deepEqual([answer, tag], [2, untouched], 'V8 noticed the change back to what was usual');
      assert.deepEqual(await run([], [call([ours], [usual])]), [2, untouched]);
    });

    onAddon(`of the log are all known on Node ${major}: its caches stay valid`, async () => {
      const flags = v8LogFlags(scratch(), 500);
      const { ours, usual } = v8LogEffect(flags);
      const [untouched] = await run([], []);
      assert.notEqual((await run(flags, [])).at(-1), untouched);
      assert.deepEqual(await run(flags, [call(ours, usual)]), [2, untouched]);
      // Without the answer that V8 was given: what is in force is what it was.
      const [logging] = await run(flags, []);
      const renew =
        "require('node:v8').setFlagsFromString('--no-regexp-optimization'), require('node:v8').setFlagsFromString('--regexp-optimization')";
      assert.equal((await run(flags, [call(ours, usual), `(${renew}, 0)`])).at(-1), logging);
    });
  }
});
