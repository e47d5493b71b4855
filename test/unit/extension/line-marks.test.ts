import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alignLines } from '../../../src/compare/align-lines.ts';
import { isStale, type LineMark, moveMarks, type TextEdit } from '../../../src/extension/heat/line-marks.ts';

const text = ['function a() {', '  one();', '  two();', '  three();', '}', ''];
const marksOf = (lines: readonly string[]): LineMark[] =>
  lines.map((line, index) => ({ row: index, line: index, text: line }));

/** Applies an edit as an editor does. */
function applyToText(lines: readonly string[], edit: TextEdit): string[] {
  const before = lines[edit.startLine].slice(0, edit.startColumn);
  const after = lines[edit.endLine].slice(edit.endColumn);
  const middle = (before + edit.text + after).split(/\r?\n/);
  return [...lines.slice(0, edit.startLine), ...middle, ...lines.slice(edit.endLine + 1)];
}

const edit = (
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  inserted: string,
): TextEdit => ({
  startLine,
  startColumn,
  endLine,
  endColumn,
  text: inserted,
});

/** The line of each mark after an edit, with `*` where it is stale. */
function after(change: TextEdit, lines = text): string[] {
  const edited = applyToText(lines, change);
  return moveMarks(marksOf(lines), [change]).map(
    (mark) => `${mark.row}→${mark.line}${isStale(mark, edited[mark.line]) ? '*' : ''}`,
  );
}

describe('marks that move with edits', () => {
  it('move down when lines are put in above', () => {
    assert.deepEqual(after(edit(1, 0, 1, 0, '  zero();\n')), ['0→0', '1→2', '2→3', '3→4', '4→5', '5→6']);
  });

  it('stay when Enter is pressed at the end of a line, and move when it is pressed in its indentation', () => {
    assert.deepEqual(after(edit(1, 8, 1, 8, '\n  ')), ['0→0', '1→1', '2→3', '3→4', '4→5', '5→6']);
    assert.deepEqual(after(edit(1, 2, 1, 2, '\n  ')), ['0→0', '1→2', '2→3', '3→4', '4→5', '5→6']);
  });

  it('go when their line is deleted', () => {
    assert.deepEqual(after(edit(1, 0, 3, 0, '')), ['0→0', '3→1', '4→2', '5→3']);
  });

  it('are stale when their line is edited, and no more when it is typed back', () => {
    const change = edit(2, 2, 2, 5, 'TWO');
    assert.deepEqual(
      after(change).filter((mark) => mark.endsWith('*')),
      ['2→2*'],
    );
    const edited = applyToText(text, change);
    const back = edit(2, 2, 2, 5, 'two');
    const marks = moveMarks(moveMarks(marksOf(text), [change]), [back]);
    assert.deepEqual(
      marks.filter((mark) => isStale(mark, applyToText(edited, back)[mark.line])),
      [],
    );
  });

  it('are not stale when only the indentation changes', () => {
    assert.deepEqual(
      after(edit(1, 0, 1, 2, '\t')).filter((mark) => mark.endsWith('*')),
      [],
    );
  });

  it('follow their text when a stretch is replaced as a whole: moved lines, formatters', () => {
    const swapped = edit(1, 0, 2, 8, '  two();\n  one();');
    assert.deepEqual(after(swapped), ['0→0', '1→2', '2→1', '3→3', '4→4', '5→5']);
    const whole = edit(0, 0, 5, 0, 'function a()\n{\n    one();\n    two();\n    three();\n}\n');
    assert.deepEqual(
      after(whole).filter((mark) => !mark.startsWith('0')),
      ['1→2', '2→3', '3→4', '4→5', '5→6'],
    );
  });

  it('take several edits of one event, in whichever order they come', () => {
    const edits = [edit(1, 0, 1, 0, '// a\n'), edit(3, 0, 3, 0, '// b\n// c\n')];
    const expected = [0, 2, 3, 6, 7, 8];
    assert.deepEqual(
      moveMarks(marksOf(text), edits).map(({ line }) => line),
      expected,
    );
    assert.deepEqual(
      moveMarks(marksOf(text), [...edits].reverse()).map(({ line }) => line),
      expected,
    );
  });

  it('stay on the lines of the text, whatever is edited', () => {
    const change = fc
      .record({
        from: fc.nat(5),
        length: fc.nat(3),
        startColumn: fc.nat(20),
        endColumn: fc.nat(20),
        inserted: fc.constantFrom('', 'x', '\n', 'x\ny', '\n\n', '  one();\n', '\r\nz'),
      })
      .map(({ from, length, startColumn, endColumn, inserted }) => {
        const to = Math.min(from + length, text.length - 1);
        const first = Math.min(startColumn, text[from].length);
        const last = Math.min(endColumn, text[to].length);
        return edit(
          from,
          from === to ? Math.min(first, last) : first,
          to,
          from === to ? Math.max(first, last) : last,
          inserted,
        );
      });
    fc.assert(
      fc.property(change, (one) => {
        const edited = applyToText(text, one);
        const marks = moveMarks(marksOf(text), [one]);
        for (const mark of marks) assert.ok(mark.line >= 0 && mark.line < edited.length);
        // Lines that the edit does not touch keep their text.
        for (const mark of marks.filter(({ row }) => row < one.startLine || row > one.endLine))
          assert.equal(edited[mark.line], mark.text);
      }),
    );
  });
});

describe('aligning a text with an older one', () => {
  it('finds every line that is still there', () => {
    const now = ['// new', 'function a() {', '  two();', '    three();', '  four();', '}', ''];
    assert.deepEqual([...alignLines(text, now)], [1, -1, 2, 3, 5, 6]);
  });

  it('keeps the order, and only joins equal lines', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', '  a', ''), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, now) => {
        const place = [...alignLines(before, now)];
        const found = place.filter((at) => at >= 0);
        assert.deepEqual(
          found,
          [...new Set(found)].sort((a, b) => a - b),
        );
        place.forEach((at, index) => at >= 0 && assert.equal(before[index].trim(), now[at].trim()));
      }),
    );
  });
});
