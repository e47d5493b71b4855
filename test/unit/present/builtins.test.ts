import assert from 'node:assert/strict';
import { builtinLabel, describeBuiltin, formatBuiltinPart, notableBuiltins } from '../../../src/present/builtins.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import { wordsOf } from '../../support/told.ts';

describe('builtins in words', () => {
  for (const [name, what] of [
    ['LoadIC_Megamorphic', 'property reads of objects of many shapes'],
    ['LoadIC', 'property reads and writes that are not compiled yet or vary'],
    ['StoreIC_Megamorphic', 'property writes to objects of many shapes'],
    ['KeyedStoreIC_Megamorphic', 'writes of o[key]'],
    ['StringAdd_CheckNone', 'string concatenation'],
    ['GrowFastSmiOrObjectElements', 'appending to an array, which is copied as it grows'],
    ['ArrayIncludesSmiOrObject', 'search in an array from its start'],
    ['CallWithSpread_Baseline', 'spread, which copies arrays or objects'],
    ['ArrayIteratorPrototypeNext', 'iteration (for…of, destructuring)'],
    ['BigIntMultiplyNoThrow', 'arithmetic of BigInt, which allocates each result'],
    ['RegExpPrototypeTest', 'regular expressions and what is made of matches'],
    ['StringEqual', 'comparison, of strings for the most part'],
    ['MapPrototypeGet', 'Map and Set'],
    ['PerformPromiseThen', 'async functions and promises'],
    ['AsyncFromSyncIteratorPrototypeNext', 'async functions and promises'],
    ['ResumeGeneratorTrampoline', 'suspending and resuming generators and async functions'],
  ] as const)
    it(`say of ${name} that it is ${what}`, () => {
      assert.equal(describeBuiltin(name), what);
    });

  it('have no more than a name where nothing is known of them, and say where they were below the line’s call', () => {
    const part = { name: 'SomethingNew', time: 1, part: 0.43 };
    const told = (below: object = {}): string =>
      plainSpaces(
        formatBuiltinPart(
          { ...part, ...below },
          (fn) => `f${fn}`,
          (name) => `<${name}>`,
        ),
      );
    assert.equal(told(), '43.0 % in <SomethingNew>');
    assert.equal(told({ isBelow: true }), '43.0 % in <SomethingNew>, somewhere below this call');
    assert.equal(
      told({ isBelow: true, within: 7 }),
      '43.0 % in <SomethingNew>, somewhere below this call, probably in or below <f7> (estimated)',
    );
  });

  it('have the names of the methods that programmers know', () => {
    const labels = {
      ...{ ArrayPrototypePush: 'Array.prototype.push', StringPrototypeToLowerCaseIntl: 'String.prototype.toLowerCase' },
      ...{ ArrayIteratorPrototypeNext: 'ArrayIteratorPrototypeNext', ArrayPrototypeNotThere: 'ArrayPrototypeNotThere' },
      ...{ StringAdd_CheckNone: 'StringAdd_CheckNone', '(a builtin)': 'a builtin' },
    };
    for (const [name, label] of Object.entries(labels)) assert.equal(builtinLabel(name), label);
  });

  it('are told where they are a notable part of a line, three at most', () => {
    const parts = [0.3, 0.2, 0.15, 0.12, 0.02].map((part, i) => ({ name: `B${i}`, time: part, part }));
    assert.deepEqual(wordsOf(notableBuiltins(parts), 'name'), ['B0', 'B1', 'B2']);
    assert.deepEqual(notableBuiltins(undefined), []);
  });
});
