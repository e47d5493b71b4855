import assert from 'node:assert/strict';
import { expressionAt, nameOfExpression } from '../../../src/extension/heat/expression-text.ts';

/** The expression at the `|` of a line that is written without it. */
function at(marked: string): string | undefined {
  const column = marked.indexOf('|');
  const text = marked.slice(0, column) + marked.slice(column + 1);
  const found = expressionAt(text, column);
  return found && text.slice(found.start, found.end);
}

describe('the expression at a column', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    [
      "const text = Array.|from({ length: 20 }, (_, k) => k * i).join(',');",
      'Array.from({ length: 20 }, (_, k) => k * i)',
    ],
    ["const text = Array.from({ length: 20 }).|join(',');", "join(',')"],
    ['  return text.|split(x).map(Number)', 'text.split(x)'],
    ['list.map(|(n) => n % 3 === 0, 1)', '(n) => n % 3 === 0'],
    ['sum += Math.sqrt(n) |* Math.sin(n) - 1', 'Math.sqrt(n) * Math.sin(n)'],
    ['x = a[i + 1] |+ b.c;', 'a[i + 1] + b.c'],
    ['for (const |n of list) sum += n;', 'n of list'],
    ['|return f(a);', 'return f(a)'],
    ['if (ready) |throw new Error("a;b");', 'throw new Error("a;b")'],
    ['call(|"a ) b", 2)', '"a ) b"'],
    ['const x = |new Map([[1, 2]]).size;', 'new Map([[1, 2]])'],
    ['a.|b.c.d', 'a.b.c.d'],
    ['unfinished(|call(a,', 'call(a,'],
    ['list.map((s) => |+s)', '+s'],
    ['two | words', undefined],
    ['end|', undefined],
  ];
  for (const [text, expected] of cases) it(text, () => assert.equal(at(text), expected));

  it('is nowhere behind the line or before it', () => {
    assert.equal(expressionAt('abc', 3), undefined);
    assert.equal(expressionAt('abc', -1), undefined);
  });

  it('stays quick and short on minified lines', () => {
    const text = `f(${'a(b),'.repeat(50_000)})`;
    const found = expressionAt(text, 0) ?? assert.fail();
    assert.ok(found.end - found.start <= 500);
    assert.equal(nameOfExpression(text, found).length, 48);
  });
});
