import assert from 'node:assert/strict';
import { activeRuns } from '../../../src/source-maps/resolve/place-of-line.ts';

/** The original lines that remain of a line drawn as `original line|text` parts. */
function left(...parts: readonly (readonly [line: number, text: string])[]): readonly number[] {
  let column = 0;
  const runs = parts.map(([line, text]) => {
    const run = { generatedColumn: column, source: 0, line, column: 0 };
    column += text.length;
    return run;
  });
  return [...new Set(activeRuns(runs, parts.map((part) => part[1]).join('')).map((run) => run.line))];
}

describe('activeRuns', () => {
  it('leaves out white space and punctuation that no instruction stands on', () => {
    assert.deepEqual(left([1, '  '], [2, 'call('], [2, 'x'], [3, ');']), [2]);
  });

  it('keeps what can carry a position: parentheses of calls, brackets, braces of functions, operators', () => {
    assert.deepEqual(left([1, '(0, a.b)'], [2, '('], [1, 'c)']), [1, 2]);
    assert.deepEqual(left([1, 'a'], [2, '[0]']), [1, 2]);
    assert.deepEqual(left([1, 'return x '], [2, '}']), [1, 2]);
    assert.deepEqual(left([1, 'a '], [2, '+ '], [1, 'b;']), [1, 2]);
  });

  it('leaves out comments, also those that a segment cuts in two', () => {
    assert.deepEqual(left([1, '/** What it is. '], [1, '*/ '], [2, 'const x = f();']), [2]);
    assert.deepEqual(left([1, 'f(); '], [2, '// and why']), [1]);
    assert.deepEqual(left([1, '/* a */ g(); '], [2, 'f();']), [1, 2]);
  });

  it('leaves out `else`, and the brace of the block before it', () => {
    assert.deepEqual(left([1, '    else '], [2, 'low = middle + 1;']), [2]);
    assert.deepEqual(left([1, '    else'], [2, ' low = middle + 1;']), [2]);
    assert.deepEqual(left([1, '} '], [2, 'else if (x) {']), [2]);
    assert.deepEqual(left([1, 'else if ('], [2, 'x) {']), [1, 2]);
  });

  it("finds a function's head at its parenthesis, if its parameters are plain names", () => {
    assert.deepEqual(left([5, 'function '], [5, 'f('], [6, 'a, '], [7, 'b'], [8, ') {']), [5]);
    assert.deepEqual(left([5, '  async m'], [5, '('], [6, 'a, '], [7, 'b) {']), [5]);
    assert.deepEqual(left([5, 'function f('], [6, 'a = g()'], [5, ') {']), [5, 6]);
    assert.deepEqual(left([5, 'if ('], [6, 'a'], [7, ') {']), [5, 6, 7]);
  });

  it('guesses nothing where nothing is left', () => {
    assert.deepEqual(left([1, ';'], [2, ';']), [1, 2]);
  });
});
