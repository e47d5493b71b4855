import assert from 'node:assert/strict';
import { type Analysis, Category, findWhy, ThrownOutBy, whyLine } from '../../../src/core/index.ts';
import { describeWhy, fixOfWhy } from '../../../src/present/why.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import { withBuiltins, wordsOf } from '../../support/told.ts';
import { makeAnalysis } from '../cli/analysis-fixture.ts';

/** Of a second, `self` ms are on line 1, in builtins for these parts of it, and so is the function's time in each tier. */
interface Case extends Readonly<Partial<Record<Numbers, number>>> {
  readonly builtins?: Readonly<Record<string, number>>;
  readonly columns?: readonly number[];
  readonly category?: Category;
}
type Numbers = 'self' | 'below' | 'optimised' | 'unoptimised' | 'pieces' | 'bytecode' | 'thrownOut' | 'by';

function analysisOf(one: Case): Analysis {
  const { self = 300, builtins = {}, below = -1, optimised = 1, columns = [], unoptimised = 0, category } = one;
  const made = makeAnalysis([{ line: 1, self, name: 'work' }]);
  const time = made.lines.selfTime[0];
  const of = (value: number): Float64Array => Float64Array.from(made.functions.name, () => value);
  const counts = (value: number): Uint32Array => Uint32Array.from(made.functions.name, () => value);
  const functions = {
    ...made.functions,
    ...(category !== undefined && { category: made.functions.category.map(() => category) }),
    code: {
      ...{ interpreter: of(0), baseline: of(time * unoptimised), maglev: of(0), turbofan: of(0) },
      ...{ optimised: counts(one.pieces ?? 1), bytecode: counts(one.bytecode ?? 100) },
      ...(one.thrownOut !== undefined && { thrownOut: counts(one.thrownOut), thrownOutBy: counts(one.by ?? 0) }),
    },
  };
  const lines = {
    ...made.lines,
    unoptimisedTime: made.lines.selfTime.map((value) => value * (1 - optimised)),
    spots: {
      lineRow: Int32Array.from(columns, () => 0),
      column: Int32Array.from(columns),
      selfTime: Float64Array.from(columns, () => 1),
    },
  };
  const parts = Object.entries(builtins).map(([name, part]) => [name, 0, part * time, below] as const);
  return withBuiltins({ ...made, lines, functions }, parts);
}

const mega = { LoadIC_Megamorphic: 0.5 };

/** Ten collections of so many milliseconds of a second, of which `work` began a part, on line 2. */
function collecting(gc: number, part: number, category: Category = Category.own): Analysis {
  const rows = [
    { line: 1, self: 500, name: 'other' },
    { line: 2, self: 10, name: 'work', category },
  ];
  const { functions, lines, ...made } = makeAnalysis(rows, { gcTime: gc * 1000 });
  const gcTime = Float64Array.of((1 - part) * gc * 1000, part * gc * 1000);
  const ofLines = Float64Array.of(0, gcTime[1]);
  return { ...made, collections: 10, functions: { ...functions, gcTime }, lines: { ...lines, gcTime: ofLines } };
}

describe('what begins garbage collections', () => {
  const codes = (analysis: Analysis): string[] => wordsOf(findWhy(analysis), 'code', 'function');
  for (const [what, analysis, expected] of [
    ['is told of a function that begins two fifths of them', collecting(100, 0.4), ['gc-site 0', 'gc-site 1']],
    ['is not told of one that begins less', collecting(100, 0.39), ['gc-site 0']],
    ['is not told where there is little of it', collecting(99, 0.9), []],
    ['is not told of nine collections', { ...collecting(200, 0.9), collections: 9 }, []],
    ['is not told of Node’s own code', collecting(200, 0.9, Category.node), []],
    ['is not told of native code', collecting(200, 0.9, Category.native), []],
    ['is not told of what only followed a line', makeAnalysis([{ line: 1, self: 500 }], { gcTime: 200_000 }), []],
  ] as const)
    it(what, () => {
      assert.deepEqual(codes(analysis), expected);
    });

  it('is not told of BigInts, which cannot be used again', () => {
    const made = collecting(300, 0.1);
    const analysis = { ...made, lines: { ...made.lines, gcTime: Float64Array.of(270_000, 0) } };
    assert.deepEqual(codes(analysis), ['gc-site 0']);
    assert.deepEqual(codes(withBuiltins(analysis, [['BigIntMultiply', 0, 400_000]])), ['bigint undefined']);
  });

  it('is said of the function, and of none of its lines', () => {
    const analysis = collecting(300, 0.9);
    const [remark] = findWhy(analysis);
    const text = describeWhy(analysis, remark, { place: () => '' });
    assert.equal(plainSpaces(text), '90.0 % of garbage collection begins in work.');
    assert.equal(remark.places, undefined);
  });
});

describe('why a line or function is slow', () => {
  const told: readonly [what: string, one: Case, codes: readonly string[]][] = [
    ['a cause that has half of a hot line', { builtins: mega }, ['megamorphic']],
    ['the largest of two causes', { builtins: { ...mega, StringAdd_CheckNone: 0.3 } }, ['megamorphic']],
    ['a cause with two builtins', { builtins: { BigIntAddNoThrow: 0.12, BigIntMultiply: 0.12 } }, ['bigint']],
    ['not one with less than a fifth of the line', { builtins: { LoadIC_Megamorphic: 0.19 } }, []],
    ['not one with less than 2 % of the program', { self: 35, builtins: mega }, []],
    ['not one with few samples', { self: 25, builtins: { LoadIC_Megamorphic: 0.55 } }, []],
    ['not one below a call of the line', { builtins: mega, below: 0 }, []],
    ['not one on a line of Node’s own', { builtins: mega, category: Category.node }, []],
    ['not one on a line that holds a whole program', { builtins: mega, columns: [0, 4000] }, []],
    [
      'not one on a line of many columns',
      { builtins: mega, columns: Array.from({ length: 200_000 }, (_, i) => i) },
      [],
    ],
    ['a line whose columns are near to each other', { builtins: mega, columns: [0, 40] }, ['megamorphic']],
    ['a store to objects of many shapes', { builtins: { StoreIC_Megamorphic: 0.4 } }, ['megamorphic']],
    ['a keyed read by string', { builtins: { KeyedLoadIC_MegamorphicStringKey: 0.4 } }, ['keyed']],
    [
      'a generic operator in optimised code',
      { builtins: { StrictEqual: 0.1, Add_WithFeedback: 0.2 } },
      ['mixed-types'],
    ],
    ['no generic operator in other code', { builtins: { Add: 0.4 }, optimised: 0.7 }, []],
    ['a generic call in optimised code', { builtins: { Call_ReceiverIsAny: 0.4 } }, ['call-target']],
    ['no generic call in other code', { builtins: { Call_ReceiverIsAny: 0.4 }, optimised: 0.7 }, []],
    ['a generic read in optimised code', { builtins: { LoadIC: 0.4 } }, ['slow-read']],
    ['no read in other code', { builtins: { LoadIC: 0.4 }, optimised: 0.7 }, []],
    ['no builtin of baseline code', { builtins: { LoadICBaseline: 0.9, Call_ReceiverIsAny_Baseline: 0.9 } }, []],
    ['no copy that only may grow', { builtins: { ArrayPrototypePush: 0.9 } }, []],
    ['no builtin without a name', { builtins: { '(a builtin)': 0.9 } }, []],
    ['a function that is too large', { unoptimised: 0.9, bytecode: 61_441 }, ['too-large']],
    ['a large function', { unoptimised: 0.9, bytecode: 61_440, pieces: 8 }, ['large']],
    ['one that is optimised again and again', { unoptimised: 0.6, pieces: 8 }, ['recompiled']],
    ['not one that is optimised seven times', { unoptimised: 0.9, pieces: 7 }, []],
    ['one that is thrown out five times', { unoptimised: 0.6, pieces: 7, thrownOut: 5 }, ['recompiled']],
    ['not one that is thrown out four times', { unoptimised: 0.9, pieces: 7, thrownOut: 4 }, []],
    ['one that is thrown out again and again', { unoptimised: 0.25, pieces: 23, thrownOut: 20 }, ['recompiled']],
    ['one that is optimised a hundred times', { unoptimised: 0.25, pieces: 100 }, ['recompiled']],
    ['a large one that is', { unoptimised: 0.3, pieces: 23, thrownOut: 20, bytecode: 20_000 }, ['recompiled']],
    ['not one for which that is little', { unoptimised: 0.24, pieces: 500, thrownOut: 400 }, []],
    ['not one that runs optimised for the most part', { unoptimised: 0.59, pieces: 80, bytecode: 70_000 }, []],
    ['not one with less than 3 % of the program', { self: 29, unoptimised: 1, pieces: 80 }, []],
    ['none of Node’s own', { unoptimised: 1, pieces: 80, category: Category.node }, []],
  ];
  for (const [what, one, codes] of told)
    it(`tells ${what}`, () => {
      assert.deepEqual(wordsOf(findWhy(analysisOf(one)), 'code'), codes);
    });

  it('tells of a line that was asked for also what is little of the program', () => {
    const analysis = analysisOf({ self: 35, builtins: mega });
    assert.equal(whyLine(analysis, 0, 0)?.code, 'megamorphic');
  });

  it('tells of the program what is little on each line, with five of them', () => {
    const rows = Array.from({ length: 8 }, (_, i) => ({ line: i + 1, self: 30 + i, name: 'work' }));
    const quarters = rows.map(({ self }, row) => ['LoadIC_Megamorphic', row, self * 250] as const);
    const analysis = withBuiltins(makeAnalysis(rows), quarters);
    const [remark, ...others] = findWhy(analysis);
    assert.equal(others.length, 0);
    assert.deepEqual(remark.places, [7, 6, 5, 4, 3]);
    const text = plainSpaces(describeWhy(analysis, remark, { place: (file, line) => `${file}:${line}` }));
    assert.match(
      text,
      /^6\.7 % of the time goes into accessing properties of objects of many shapes .* in .*main\.js:8, .*main\.js:7, .*main\.js:6/,
    );
    assert.match(fixOfWhy(remark) ?? '', /in the constructor/);
  });

  it('tells for what a function was thrown out, where the log does', () => {
    const tell = (thrownOut: number | undefined, by: number): string => {
      const analysis = analysisOf({ unoptimised: 0.9, pieces: 900, thrownOut, by });
      return plainSpaces(describeWhy(analysis, findWhy(analysis)[0], { place: () => '' }));
    };
    const { shape, smallInteger, other } = ThrownOutBy;
    assert.equal(
      tell(600, shape | smallInteger),
      'V8 optimised work 900 times and threw that code out 600 times (an object had another shape; a value was not a small integer), so it ran unoptimised for 90.0 % of its time.',
    );
    assert.match(tell(600, other), /threw that code out 600 times, so it ran/);
    for (const few of [undefined, 4])
      assert.match(tell(few, shape), /^V8 optimised work 900 times, and it ran .* or the function was made anew\.$/);
  });

  const site = { script: 0, line: 1, column: 0, isMegamorphic: true, families: [] };
  const literals = { shapes: 3, after: 'id', differ: ['a', 'b'], at: { file: 'a.js', line: 2 } };
  const spread = { ...literals, differAt: [2, 5, 7].map((line) => ({ file: 'a.js', line })) };
  const keyed = { ...site, isKeyed: true, keyCount: 2 };
  for (const [code, of, expected, families] of [
    ['keyed', { ...keyed, keys: ['a', 'b'], shapeCount: 1 }, 'is in o[key] with keys that vary, such as `a`, `b`'],
    ['keyed', { ...keyed, keys: ['0', '7'], shapeCount: 5 }, 'is in o[key] of objects of at least 5 shapes'],
    ['keyed', { ...keyed, keys: ['0', '7'], shapeCount: 1 }, 'is in o[key] with keys or kinds of objects that vary'],
    [
      'megamorphic',
      { ...site, isKeyed: false, keys: ['v'], keyCount: 1, shapeCount: 3 },
      'goes into accessing `v` of objects of at least 3 shapes, made in a.js:2, a.js:5 and elsewhere (not the same properties, or another order, behind `id`: `a`, `b`)',
      [{ family: spread, shapes: 3 }],
    ],
  ] as const)
    it(`says what ${code} access a run for causes saw: ${of.keys.join()} of ${of.shapeCount} shapes`, () => {
      const remark = { code, share: 0.5, line: 0, site: { ...of, keys: [...of.keys] }, ...(families && { families }) };
      const text = describeWhy(analysisOf({}), remark, { place: (file, line) => `${file}:${line}` });
      assert.equal(plainSpaces(text), `50.0 % of this line’s own time ${expected} (megamorphic).`);
    });

  it('names a fix only where one was measured', () => {
    const fixed = told.flatMap(([, one]) => findWhy(analysisOf(one)).filter((remark) => fixOfWhy(remark)));
    const codes = ['call-target', 'megamorphic', 'mixed-types', 'recompiled', 'slow-read', 'too-large'];
    assert.deepEqual([...new Set(fixed.map(({ code }) => code))].sort(), codes);
  });
});
