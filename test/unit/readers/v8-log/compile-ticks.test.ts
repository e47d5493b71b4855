import { strict as assert } from 'node:assert';
import { FrameKind } from '../../../../src/core/index.ts';
import { kindsOf, topsOf as namesOf } from '../../../support/told.ts';
import { readText, smallLog } from './log-text.ts';

const compiling = (time: number): string => `tick,0x400010,${time},0,0x0,3,0x1004`;
const inFunction = (time: number): string => `tick,0x1004,${time},0,0x0,0`;
const topLevel = (url: string): string => `code-creation,Eval,10,50,0x7000,20, ${url}:1:1,0xc0,~`;
const fn = (url: string, line: number): string => `code-creation,JS,10,51,0x7100,20,f ${url}:${line}:9,0xd0,~`;

/** The top frame of each sample, and whether it is one in which V8 compiled. */
async function topsOf(...lines: string[]): Promise<string[]> {
  const profile = await readText([...smallLog, ...lines, ''].join('\n'));
  const kinds = kindsOf(profile);
  return namesOf(profile).map((name, i) => `${name}${kinds[i] === FrameKind.compiling ? '!' : ''}`);
}

describe('ticks that V8 spent compiling', () => {
  it('are told by the module whose top level is logged next', async () => {
    const tops = await topsOf(compiling(1000), compiling(2000), topLevel('/a/node_modules/chalk/index.js'));
    assert.deepEqual(tops, Array(2).fill('compiling chalk/index.js!'));
  });

  it('are of a function where one is logged next, or where the program runs on', async () => {
    assert.deepEqual(await topsOf(compiling(1000), fn('/a/b.js', 3), inFunction(2000)), ['(compiling)!', 'outer']);
    const tops = await topsOf(compiling(1000), inFunction(2000), topLevel('/a/x.js'));
    assert.deepEqual(tops, ['(compiling)!', 'outer']);
  });

  it('are of the log where V8 writes what it has just compiled, and says nothing of it', async () => {
    const tops = await topsOf(
      ...[compiling(1000), topLevel('/a/x.js'), compiling(2000), fn('/a/x.js', 2), compiling(3000), inFunction(4000)],
      ...[compiling(5000), fn('/a/x.js', 9), inFunction(6000)],
    );
    const writing = '(writing the V8 log)';
    assert.deepEqual(tops, ['compiling x.js!', writing, writing, 'outer', '(compiling)!', 'outer']);
  });

  it('are of the next module where that follows at once', async () => {
    const tops = await topsOf(compiling(1000), topLevel('/a/x.js'), compiling(2000), topLevel('/a/y.js'));
    assert.deepEqual(tops, ['compiling x.js!', 'compiling y.js!']);
  });

  it('stand below the call that loaded the module, also where nothing else is on the stack', async () => {
    const { samples, tree, frames } = await readText(
      [...smallLog, compiling(1000), 'tick,0x400010,2000,0,0x0,3', topLevel('/a/x.js'), ''].join('\n'),
    );
    const parents = [...samples.node].map((node) => frames.name[tree.frame[tree.parent[node]]]);
    assert.deepEqual(parents, ['outer', '(root)']);
  });

  it('have no module where its script has no name', async () => {
    assert.deepEqual(await topsOf(compiling(1000), topLevel('')), ['(compiling)!']);
  });
});
