import assert from 'node:assert/strict';
import {
  compareText,
  findLineStarts,
  type FunctionPlace,
  inJestWrapper,
  keepsLines,
  lengthOfJestHead,
} from '../../../src/core/index.ts';

const file = `interface A { b: number }
export class C<T> {
  constructor(private readonly a: A) {}
  sum(values: readonly number[]): number {
    return values.reduce((total, value) => total + value as number, 0);
  }
}
type D = string;
const e = (f: D): f is 'g' => f === 'g';
function g() { return e('g'); }
function h() { return g(); }
function i() { return h(); }
`;

/** As strippers write it: types are gone, and a parameter property has become code. */
const stripped = `
export class C {
  constructor(a) {this.a = a;}
  sum(values) {
    return values.reduce((total, value) => total + value, 0);
  }
}

const e = (f) => f === 'g';
function g() { return e('g'); }
function h() { return g(); }
function i() { return h(); }
//# sourceURL=file:///app/c.ts`;

describe('a text that ran in place of its file', () => {
  it('has its lines when only types were taken out', () => {
    assert.ok(keepsLines(stripped, file));
    assert.ok(
      keepsLines(
        "import x from 'y';\nvar E; (function (E) {})(E);\nx(E.A);",
        "import x from 'y';\nenum E { A }\nx(E.A);",
      ),
    );
    assert.ok(keepsLines(file.replaceAll('\n', '\r\n'), file));
  });

  it('has its lines when only what they import was rewritten', () => {
    const code = "import a from './a';\nimport {\n  b,\n} from 'b';\na(b);";
    const rewritten = code.replace("'./a'", '"/src/a.js?t=1"').replace("'b'", '"/node_modules/.vite/deps/b.js"');
    assert.ok(keepsLines(rewritten, code));
    assert.ok(!keepsLines(rewritten.replace('a(b)', 'c()').replace('  b,', '  c,'), code));
  });

  it('has its lines when a loader wrapped it, begun on its first line', () => {
    const wrap = (head: string, tail: string) => keepsLines(head + file + tail, file);
    assert.ok(wrap('({"Object.<anonymous>":function(module,exports){', '\n}});'));
    assert.ok(wrap("'use strict';async () => {", '\n}\n'));
    assert.ok(!wrap('(function (module) {\n', '\n});'), 'a line more');
    assert.ok(!keepsLines('let code = 1;', 'code'), 'a word of another text');
    assert.ok(!keepsLines('(a);', '\n'));
  });

  it('has others when a transform moved them, by a line too', () => {
    assert.ok(!keepsLines(`import x from 'y';\n${stripped}`, file));
    assert.ok(!keepsLines(`0;\n${stripped.split('\n').slice(0, -2).join('\n')}`, file));
    assert.ok(!keepsLines(stripped.replaceAll('\n', ''), file));
    assert.ok(!keepsLines('', file));
    assert.ok(!keepsLines('f();\ng();', 'a;\nb;'));
  });
});

describe('a text and what the runtime tells of what ran', () => {
  const fit = (text: string, functions: readonly FunctionPlace[], length?: number): string => {
    const starts = findLineStarts(text);
    const line = (number: number): string | undefined => text.split('\n')[number - 1];
    return compareText({ starts, length: text.length, line }, { functions, length });
  };
  const text = 'function f(a) {}\nclass C {}\n';

  for (const [what, expected, functions, length] of [
    ['nothing', 'unknown', []],
    ['the top level alone', 'unknown', [{ line: 1, column: 0 }]],
    ['its length', 'fits', [], text.length],
    ['another length', 'differs', [], text.length + 1],
    ['a function', 'fits', [{ line: 1, column: 10 }]],
    ['a class', 'fits', [{ line: 2, column: 0 }]],
    ['a line in which nobody knows the column', 'fits', [{ line: 2, column: -1 }]],
    ['a function that it has not', 'differs', [{ line: 1, column: 11 }]],
    ['one behind the end of a line', 'differs', [{ line: 1, column: 30 }]],
    ['one behind the last line', 'differs', [{ line: 4, column: 0 }]],
    ['a character', 'fits', [{ line: 2, column: 0, character: 17 }]],
    ['a character on another line', 'differs', [{ line: 1, column: 17, character: 17 }]],
    ['a character in another column', 'differs', [{ line: 2, column: 1, character: 17 }]],
    ['a character behind the end', 'differs', [{ line: 3, column: 1, character: 29 }]],
    ['a function, and another length', 'differs', [{ line: 1, column: 10 }], 3],
  ] as const)
    it(`${expected === 'unknown' ? 'are not compared' : expected} where it tells ${what}`, () => {
      assert.equal(fit(text, functions, length), expected);
    });

  it('agree wherever V8 has functions begin (⟦), and not a line or some columns off', () => {
    const code = `function f⟦(a) {}
const g = ⟦(a) => a, h = ⟦b => b, i = ⟦async (c) => c, j = ⟦async d => d, k = function* ⟦() {};
const o = { m⟦() {}, get n⟦() {}, async *[Symbol.iterator]⟦() {}, 'o p'⟦() {}, 12⟦() {}, ö⟦($ü) {} };
⟦class A { ⟦x = f(); y; static ⟦#z = 1; }
class B { ⟦['a'] = 1; static ⟦{ f(); } static { } }
class C {
  ⟦'quoted' = 1;
}
class D {
  ⟦options;
}
class E { private readonly ⟦typed: number = 1; }
class F { m() {} ⟦static s = 1 }`;
    const lines = code.split('\n');
    const plain = code.replaceAll('⟦', '');
    const places = lines.flatMap((line, i) =>
      [...line.matchAll(/⟦/g)].map(({ index }, before) => ({ line: i + 1, column: index - before })),
    );
    for (const place of places) assert.equal(fit(plain, [place]), 'fits', JSON.stringify(place));
    const moved = (lineBy: number, by: number): FunctionPlace[] =>
      places.map(({ line, column }) => ({ line: line + lineBy, column: column + by }));
    for (const [lineBy, by] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [0, 4],
    ])
      assert.equal(fit(plain, moved(lineBy, by)), 'differs', `${lineBy} lines and ${by} columns off`);
  });

  describe('in the wrapper of jest', () => {
    const head = '({"Object.<anonymous>":function(module,exports,require){';
    const ran = `${head}${text}\n}});`;
    const code = {
      starts: findLineStarts(text),
      length: text.length,
      line: (row: number) => text.split('\n')[row - 1],
    };
    const wrapper = { line: 1, column: 31, character: 31 };

    it('are known by the length and the function that jest begins', () => {
      assert.equal(lengthOfJestHead(code, { length: ran.length, functions: [wrapper] }), head.length);
      for (const evidence of [
        { length: ran.length, functions: [] },
        { length: text.length, functions: [wrapper] },
        { functions: [wrapper] },
      ])
        assert.equal(lengthOfJestHead(code, evidence), undefined);
    });

    it('agree where what ran is that, and not elsewhere', () => {
      const wrapped = inJestWrapper(code, head.length);
      const classAt = ran.indexOf('class C');
      assert.deepEqual(
        [...wrapped.starts],
        [...findLineStarts(text)].map((start) => start && start + head.length),
      );
      for (const functions of [
        [wrapper, { line: 1, column: head.length + 10 }, { line: 2, column: 0 }],
        [wrapper, { line: 2, column: 0, character: classAt }],
      ])
        assert.equal(compareText(wrapped, { length: ran.length, functions }), 'fits');
      for (const other of [
        { line: 1, column: 10 },
        { line: 2, column: 0, character: classAt - 1 },
      ])
        assert.equal(compareText(wrapped, { length: ran.length, functions: [wrapper, other] }), 'differs');
    });
  });
});
