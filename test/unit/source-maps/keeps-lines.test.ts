import assert from 'node:assert/strict';
import { keepsLines } from '../../../src/source-maps/find/keeps-lines.ts';

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

  it('has others when a transform moved them, by a line too', () => {
    assert.ok(!keepsLines(`import x from 'y';\n${stripped}`, file));
    assert.ok(!keepsLines(`0;\n${stripped.split('\n').slice(0, -2).join('\n')}`, file));
    assert.ok(!keepsLines(stripped.replaceAll('\n', ''), file));
    assert.ok(!keepsLines('', file));
    assert.ok(!keepsLines('f();\ng();', 'a;\nb;'));
  });
});
