import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isLinux, itWhere } from '../support/it-where.ts';
import { nodeBinary, type NodeMajor } from '../support/nodes.ts';
import { AUTO } from './judged.ts';
import { readConstructs } from './marked-lines.ts';
import { recordConstructs } from './record-constructs.ts';
import { summarize } from './summarize.ts';

/** Constructs that V8 compiles to calls of its builtins, some of which it shows on other lines without Heatline. */
const names = [
  'concatenation',
  'template-literal',
  'push',
  'keyed-read',
  'megamorphic-read',
  'concat',
  'includes',
  'map',
];

/** Percentage points, and the least share of a construct's time on its line: wide enough for a busy machine. */
const MEAN_LIMIT = 4;
const LEAST_SHARE = 0.5;

describe('everyday constructs', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-constructs-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('have a marked line each', async () => {
    const { hot, owner, innocent } = await readConstructs();
    assert.ok(hot.size >= 40);
    const owners = [...owner.values()];
    assert.deepEqual(new Set(owners.map((name) => name.replace(/ rest$/, ''))), new Set(hot.keys()));
    assert.ok(owners.includes('pop rest'), 'what a construct does beside its line is no line of it');
    for (const [name, places] of hot) {
      for (const place of places) assert.equal(owner.get(place), name);
      assert.ok(places.every((place) => !innocent.has(place)));
    }
  });

  const onLinux = itWhere(isLinux && process.arch === 'x64', 'the frame repair is for Linux x64');
  for (const major of [20, 24, 26] satisfies NodeMajor[]) {
    onLinux(`are hot on their own lines on Node ${major}`, async () => {
      const { verdicts } = await recordConstructs({
        ...{ node: await nodeBinary(major), sampler: AUTO, intervalUs: 500 },
        ...{ milliseconds: 100, names, folder: path.join(folder, String(major)) },
      });
      const { meanError } = summarize(verdicts);
      assert.equal(verdicts.length, names.length);
      assert.ok(meanError < MEAN_LIMIT, `off by ${meanError.toFixed(1)} points on average`);
      for (const { mark, ownShare } of verdicts) {
        assert.ok(ownShare > LEAST_SHARE, `${mark} has ${(100 * ownShare).toFixed(0)} % of its time`);
      }
    });
  }
});
