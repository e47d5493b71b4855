import { strict as assert } from 'node:assert';
import { type Profile, TickRepair } from '../../../../src/core/index.ts';
import { readText, smallLog } from './log-text.ts';

/** Bytecode of Node's: `emit` at 0x3000, `setUp` at 0x3100. */
const nodes = [
  'code-creation,JS,10,40,0x3000,20,emit node:events:10:5,0xc0,~',
  'code-creation,JS,10,41,0x3100,20,setUp node:internal/main:10:5,0xc8,~',
];
/** Ticks in a handler of V8's interpreter, for functions that `0x3004` (`emit`) calls: 0x1004 is in `outer`, 0x2004 in `inner`. */
const ticksOf = (count: number, ...stack: readonly string[]): string[] =>
  Array.from({ length: count }, () => `tick,0x6000,1000,0,0x0,0,${stack.join(',')}`);
/** A tick in a builtin, whose caller V8 may have skipped. */
const lostBelow = (...stack: readonly string[]): string =>
  `tick,0x5004,2000,0,0x0,0${stack.map((at) => `,${at}`).join('')}`;

/** Names on the stack of the last sample, and the repair and line of the last row of ticks. */
async function lastOf(...ticks: readonly string[]): Promise<{ stack: string[]; repair: number; line: number }> {
  const profile: Profile = await readText([...smallLog, ...nodes, ...ticks, ''].join('\n'));
  const { samples, tree, frames, ticks: rows, positions } = profile;
  const stack: string[] = [];
  for (let node = samples.node[samples.node.length - 1]; node > 0; node = tree.parent[node])
    stack.unshift(frames.name[tree.frame[node]]);
  const row = rows.node.lastIndexOf(samples.node[samples.node.length - 1]);
  return { stack, repair: rows.repair?.[row] ?? -1, line: positions.line[rows.position[row]] ?? 0 };
}

describe('time in builtins of which V8 lost the caller', () => {
  it('below Node’s own code is the time of the only function that is called from there, on no line', async () => {
    const found = await lastOf(...ticksOf(5, '0x1004', '0x3004'), lostBelow('0x3004'));
    assert.deepEqual(found.stack, ['emit', 'outer', 'Array.prototype.sort']);
    assert.deepEqual([found.repair, found.line], [TickRepair.doubted, 0]);
  });

  it('below nothing is that of the only function that V8 calls', async () => {
    const found = await lastOf(...ticksOf(5, '0x1004'), lostBelow());
    assert.deepEqual(found.stack, ['outer', 'Array.prototype.sort']);
  });

  it('is that function’s also where the builtin works on promises, as the microtask queue does', async () => {
    const builtins = ['PromiseResolve', 'FulfillPromise'].map(
      (name, i) => `code-creation,Builtin,2,10,0x5${i + 1}00,64,${name}`,
    );
    const [shown, machinery] = ['0x5104', '0x5204'].map((at) => `tick,${at},2000,0,0x0,0`);
    const ticks = [...builtins, ...ticksOf(5, '0x1004')];
    assert.deepEqual((await lastOf(...ticks, shown)).stack, ['outer', 'Promise.resolve']);
    assert.deepEqual((await lastOf(...ticks, machinery)).stack, ['outer']);
  });

  it('stays where it seems to be if several functions of the program are called from there', async () => {
    const found = await lastOf(
      ...ticksOf(5, '0x1004', '0x3004'),
      ...ticksOf(1, '0x2004', '0x3004'),
      lostBelow('0x3004'),
    );
    assert.deepEqual(found.stack, ['emit', 'Array.prototype.sort']);
    assert.equal(found.repair, TickRepair.doubted);
  });

  it('is not kept from there by the ticks of what it calls, which had no frame yet, while those are one in twenty at most', async () => {
    const ticks = [...ticksOf(20, '0x1004', '0x3004'), ...ticksOf(1, '0x2004', '0x3004')];
    const found = await lastOf(...ticks, lostBelow('0x3004'));
    assert.deepEqual(found.stack, ['emit', 'outer', 'Array.prototype.sort']);
    const more = await lastOf(...ticks, ...ticksOf(1, '0x2004', '0x3004'), lostBelow('0x3004'));
    assert.deepEqual(more.stack, ['emit', 'Array.prototype.sort']);
  });

  it('stays where Node’s functions that are called from there have more than a fifth of the time', async () => {
    const ticks = [...ticksOf(8, '0x1004', '0x3004'), ...ticksOf(2, '0x3104', '0x3004')];
    assert.deepEqual((await lastOf(...ticks, lostBelow('0x3004'))).stack, ['emit', 'outer', 'Array.prototype.sort']);
    const more = await lastOf(...ticks, ...ticksOf(1, '0x3104', '0x3004'), lostBelow('0x3004'));
    assert.deepEqual(more.stack, ['emit', 'Array.prototype.sort']);
  });

  it('stays where hardly anything was seen', async () => {
    const found = await lastOf(...ticksOf(4, '0x1004', '0x3004'), lostBelow('0x3004'));
    assert.deepEqual(found.stack, ['emit', 'Array.prototype.sort']);
  });

  it('stays on the program’s lines, which show it', async () => {
    const found = await lastOf(...ticksOf(5, '0x2004', '0x1004'), lostBelow('0x1004'));
    assert.deepEqual(found.stack, ['outer', 'Array.prototype.sort']);
    assert.equal(found.repair, TickRepair.below);
  });

  it('is not asked for where the frames were repaired', async () => {
    const facts = `heatline,${JSON.stringify({ version: 1, frameRepair: { state: 'on', samples: 6, mended: 1 } })}`;
    const found = await lastOf(...ticksOf(5, '0x1004', '0x3004'), lostBelow('0x3004'), facts);
    assert.deepEqual(found.stack, ['emit', 'Array.prototype.sort']);
  });
});
