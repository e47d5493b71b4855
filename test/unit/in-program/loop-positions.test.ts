import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { keepLoopPositions } from '../../../src/in-program/loop-positions.ts';
import { itWhere } from '../../support/it-where.ts';
import { nodeBinary } from '../../support/nodes.ts';

const addon = path.join(import.meta.dirname, '../../../src/in-program/frame-repair/prebuilt/linux-x64.node');

describe('positions of loops', () => {
  const flagsOn = (version: string): string[] => {
    const flags: string[] = [];
    keepLoopPositions('/nowhere.node', (flag) => flags.push(flag), version);
    return flags;
  };

  it('are kept by turning the peeling of loops off where Maglev runs', () => {
    assert.deepEqual(flagsOn('13.6.233.17-node.28'), ['--no-maglev-loop-peeling']);
    assert.deepEqual(flagsOn('14.6.202.34-node.12'), ['--no-maglev-loop-peeling']);
  });

  it('need no flag on older versions, which do not know it or do not use Maglev', () => {
    assert.deepEqual(flagsOn('11.3.244.8-node.38'), []);
    assert.deepEqual(flagsOn('12.4.254.21-node.33'), []);
  });

  for (const major of [24, 26] as const)
    itWhere(process.platform === 'linux' && process.arch === 'x64', 'needs the addon')(
      `are kept by the addon as by Node's own call, without loading its module, on Node ${major}`,
      async () => {
        const node = await nodeBinary(major);
        // V8's version and a hash of its flags.
        const tag = "require('node:v8').cachedDataVersionTag()";
        const run = (script: string): unknown =>
          JSON.parse(
            execFileSync(node, ['-e', `console.log(JSON.stringify([${script}, ${tag}]))`], { encoding: 'utf8' }),
          );
        const load = `process.dlopen(module, ${JSON.stringify(addon)})`;
        const isLoaded = "process.moduleLoadList.includes('NativeModule v8')";
        const [[, untouched], [byNode, expected], [byAddon, found]] = [
          run('false'),
          run("require('node:v8').setFlagsFromString('--no-maglev-loop-peeling') === undefined"),
          run(`(${load}, module.exports.endLoopPeeling()) && !${isLoaded}`),
        ] as [unknown, unknown][];
        assert.deepEqual([byNode, byAddon], [true, true]);
        assert.equal(found, expected);
        assert.notEqual(found, untouched);
      },
    );
});
