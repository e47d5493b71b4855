import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { baselineFileOf } from '../../../../src/recording/rendezvous.ts';
import { findBytecodes } from '../../../../src/readers/v8-log/bytecode-sizes.ts';
import { readV8Log } from '../../../../src/readers/v8-log/read.ts';
import type { Profile } from '../../../../src/core/index.ts';
import { withScratch } from '../../../support/scratch.ts';
import { linesAt } from '../../../support/told.ts';
import { readText } from './log-text.ts';

const V8_24 = 'v8-version,13,6,233,17,-node.53,0';
const MARK = 'code-creation,Script,9,15,0x500,3, heatline:baseline:1:1,0x50,~';
const source = 'function add(a, b) {\\n  const c = a + b;\\n  return c * 2;\\n}';

/** As Node 24 logs `add`, and as the addon notes it: its five bytecodes are 4, 11, 4, 20 and 17 bytes behind 21 of a prologue. */
const interpreted = [
  `script-source,88,file:///a/add.js,${source.replaceAll(',', '\\x2C')}`,
  'code-creation,JS,9,20,0x1000,10,add file:///a/add.js:1:13,0xa0,~',
  'code-source-info,0x1000,88,12,55,C0O31C2O33C6O49C9O53,,',
];
const baseline = [
  'code-creation,JS,10,30,0x9000,80,add file:///a/add.js:1:13,0xa0,^',
  'code-source-info,0x9000,88,12,55,,,',
];
const note = 'heatline-baseline,0,0x9000,80,CwQ/AwDOTQIBsw,FQQLBBQR';
/** Ticks at offsets in code at an address, and one more, with which the last of them ends. */
const ticksAt = (start: number, ...offsets: number[]): string[] =>
  [...offsets, 0].map((offset, i) => `tick,0x${(start + offset).toString(16)},${1000 * (i + 1)},0,0x0,0`);

/** The line of each sample but the last, 0 where it is unknown. */
const linesOf = (profile: Profile): number[] => linesAt(profile, profile.samples.position).slice(0, -1);

const readBeside = (log: readonly string[], notes: string): Promise<Profile> =>
  withScratch(async (folder) => {
    const file = path.join(folder, 'some.v8log');
    await writeFile(file, `${log.join('\n')}\n`);
    await writeFile(baselineFileOf(file), notes);
    return readV8Log(file);
  });

describe('baseline code in a V8 log', () => {
  const log = [
    V8_24,
    'profiler,begin,1000',
    MARK,
    ...interpreted,
    ...baseline,
    ...ticksAt(0x9000, 24, 25, 39, 40, 59, 79),
  ];

  it('has the lines of the bytecodes that it was compiled from, where they are noted beside the log', async () => {
    // Behind the last line are zeros, as the file is mapped.
    assert.deepEqual(linesOf(await readBeside(log, `${note}\n${'\0'.repeat(4000)}`)), [2, 2, 2, 3, 3, 3]);
  });

  it('has them where they stand in the log, and it ends by telling where', async () => {
    const text = `${log.join('\n')}\n`;
    const facts = `heatline,{"version":1,"baseline":[${text.length},${text.length + note.length + 1}]}`;
    assert.deepEqual(linesOf(await readText(`${text}${note}\n${facts}\n`)), [2, 2, 2, 3, 3, 3]);
  });

  it('has no lines where nothing is noted, rather than that of the function’s head', async () => {
    const profile = await readText(`${log.join('\n')}\n`);
    assert.deepEqual(linesOf(profile), [0, 0, 0, 0, 0, 0]);
    assert.deepEqual(profile.recording.diagnostics, []);
  });

  it('counts the pieces from where the program began to note them', async () => {
    const early = baseline.map((line) => line.replaceAll('0x9000', '0x7000'));
    const [version, begin, mark, ...rest] = log;
    const profile = await readBeside([version, begin, ...interpreted, ...early, mark, ...rest], `${note}\n`);
    assert.deepEqual(linesOf(profile), [2, 2, 2, 3, 3, 3]);
  });

  for (const [what, wrong] of [
    ['of other code', note.replace('0x9000', '0x9040')],
    ['of code of another size', note.replace(',80,', ',96,')],
    ['with a bytecode less', note.replace('CwQ/AwDOTQIBsw', 'CwQ/AwDOTQIB')],
    ['with a place less', note.replace('FQQLBBQR', 'FQQLBBQ')],
    ['of other bytecode of the same length', note.replace('CwQ/AwDOTQIBsw', 'PwMACwTOTQIBsw')],
    ['that leads out of the code', note.replace('FQQLBBQR', 'FQQLBBR/')],
  ] as const)
    it(`has no lines by a note ${what}, and says so`, async () => {
      const profile = await readBeside(log, `${wrong}\n`);
      assert.deepEqual(linesOf(profile), [0, 0, 0, 0, 0, 0]);
      const [{ code, ...found }] = profile.recording.diagnostics;
      assert.deepEqual(
        { code, functions: 'functions' in found && found.functions },
        { code: 'v8-log-broken-tables', functions: 1 },
      );
    });

  for (const [what, positions] of [
    ['no positions', ''],
    ['positions that make no sense', 'X'],
    ['positions between its bytecodes', 'C0O31C3O33'],
  ])
    it(`has no lines where its bytecode has ${what}`, async () => {
      const other = log.map((line) => line.replace('C0O31C2O33C6O49C9O53', positions));
      assert.deepEqual(linesOf(await readBeside(other, `${note}\n`)), [0, 0, 0, 0, 0, 0]);
    });

  it('takes a half-written note for none', async () => {
    assert.deepEqual(linesOf(await readBeside(log, note.slice(0, -4))), [0, 0, 0, 0, 0, 0]);
  });

  it('keeps its lines when the garbage collector moves it', async () => {
    const moved = ['code-move,0x9000,0xb000', ...ticksAt(0xb000, 25, 40)];
    const [version, begin] = log;
    const profile = await readBeside([version, begin, MARK, ...interpreted, ...baseline, ...moved], `${note}\n`);
    assert.deepEqual(linesOf(profile), [2, 3]);
  });
});

describe('the sizes of bytecodes', () => {
  it('add up where operands are wide', () => {
    // Wide LdaSmi, ExtraWide LdaSmi, Return.
    assert.deepEqual(
      [...(findBytecodes(Uint8Array.of(0, 13, 1, 2, 1, 13, 1, 2, 3, 4, 179), '13.6.233.17') ?? [])],
      [0, 4, 10, 11],
    );
  });

  it('are unknown of other versions, and of bytes that are none', () => {
    assert.equal(findBytecodes(Uint8Array.of(11, 4), '12.0.1'), undefined);
    assert.equal(findBytecodes(Uint8Array.of(11), '13.6.233.17'), undefined);
    assert.equal(findBytecodes(Uint8Array.of(255), '13.6.233.17'), undefined);
  });
});
