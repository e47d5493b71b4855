import { strict as assert } from 'node:assert';
import { TickRepair } from '../../../../src/core/index.ts';
import { stacksOf } from '../../../support/told.ts';
import { builtinLines, readText, smallLog } from './log-text.ts';

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

/** The stack of the last sample, and the repair and line of the last row of ticks where it has them. */
async function lastOf(...ticks: readonly string[]): Promise<string> {
  const profile = await readText([...smallLog, ...nodes, ...ticks, ''].join('\n'));
  const { samples, ticks: rows, positions } = profile;
  const row = rows.node.lastIndexOf(samples.node[samples.node.length - 1]);
  const repair = Object.entries(TickRepair).find(([, value]) => value === rows.repair?.[row])?.[0];
  const line = positions.line[rows.position[row]];
  return [stacksOf(profile).at(-1)?.join(' > '), repair, line].filter(Boolean).join(', ');
}

describe('time in builtins of which V8 lost the caller', () => {
  const ofOuter = (count: number): string[] => ticksOf(count, '0x1004', '0x3004');
  const ofInner = (count: number): string[] => ticksOf(count, '0x2004', '0x3004');
  const ofNode = (count: number): string[] => ticksOf(count, '0x3104', '0x3004');
  const lost = lostBelow('0x3004');
  const [moved, stays] = ['emit > outer > Array.prototype.sort, doubted', 'emit > Array.prototype.sort, doubted'];

  it('below Node’s own code is the time of the only function that is called from there, on no line', async () => {
    assert.equal(await lastOf(...ofOuter(5), lost), moved);
  });

  it('below nothing is that of the only function that V8 calls', async () => {
    assert.equal(await lastOf(...ticksOf(5, '0x1004'), lostBelow()), 'outer > Array.prototype.sort, doubted');
  });

  it('is that function’s also where the builtin works on promises, as the microtask queue does', async () => {
    const ticks = [
      ...builtinLines({ '0x5100': 'PromiseResolve', '0x5200': 'FulfillPromise' }),
      ...ticksOf(5, '0x1004'),
    ];
    assert.equal(await lastOf(...ticks, 'tick,0x5104,2000,0,0x0,0'), 'outer > Promise.resolve, doubted');
    assert.equal(await lastOf(...ticks, 'tick,0x5204,2000,0,0x0,0'), 'outer, doubted');
  });

  it('stays where it seems to be if several functions of the program are called from there', async () => {
    assert.equal(await lastOf(...ofOuter(5), ...ofInner(1), lost), stays);
  });

  it('is not kept from there by the ticks of what it calls, which had no frame yet, while those are one in twenty at most', async () => {
    assert.equal(await lastOf(...ofOuter(20), ...ofInner(1), lost), moved);
    assert.equal(await lastOf(...ofOuter(20), ...ofInner(2), lost), stays);
  });

  it('stays where Node’s functions that are called from there have more than a fifth of the time', async () => {
    assert.equal(await lastOf(...ofOuter(8), ...ofNode(2), lost), moved);
    assert.equal(await lastOf(...ofOuter(8), ...ofNode(3), lost), stays);
  });

  it('stays where hardly anything was seen', async () => {
    assert.equal(await lastOf(...ofOuter(4), lost), stays);
  });

  it('stays on the program’s lines, which show it', async () => {
    const ticks = [...ticksOf(5, '0x2004', '0x1004'), lostBelow('0x1004')];
    assert.equal(await lastOf(...ticks), 'outer > Array.prototype.sort, below');
  });

  it('is not asked for where the frames were repaired', async () => {
    const facts = `heatline,${JSON.stringify({ version: 1, frameRepair: { state: 'on', samples: 6, mended: 1 } })}`;
    assert.equal(await lastOf(...ofOuter(5), lost, facts), 'emit > Array.prototype.sort');
  });
});
