import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alignLines } from '../../../src/compare/align-lines.ts';
import { isStale, type LineMark, moveMarks, type TextEdit } from '../../../src/extension/heat/line-marks.ts';
import { holds } from '../../support/holds.ts';

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

function edit(startLine: number, startColumn: number, endLine: number, endColumn: number, inserted: string): TextEdit {
  return { startLine, startColumn, endLine, endColumn, text: inserted };
}

/** The line of each mark after an edit, with `*` where it is stale. */
function after(change: TextEdit, lines = text): string[] {
  const edited = applyToText(lines, change);
  return moveMarks(marksOf(lines), [change]).map(
    (mark) => `${mark.row}→${mark.line}${isStale(mark, edited[mark.line]) ? '*' : ''}`,
  );
}
const staleAfter = (change: TextEdit): string[] => after(change).filter((mark) => mark.endsWith('*'));

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
    assert.deepEqual(staleAfter(change), ['2→2*']);
    const edited = applyToText(text, change);
    const back = edit(2, 2, 2, 5, 'two');
    const marks = moveMarks(moveMarks(marksOf(text), [change]), [back]);
    assert.ok(!marks.some((mark) => isStale(mark, applyToText(edited, back)[mark.line])));
  });

  it('are not stale when only the indentation changes', () => {
    assert.deepEqual(staleAfter(edit(1, 0, 1, 2, '\t')), []);
  });

  it('follow their text when a stretch is replaced as a whole: moved lines, formatters', () => {
    const swapped = edit(1, 0, 2, 8, '  two();\n  one();');
    assert.deepEqual(after(swapped), ['0→0', '1→2', '2→1', '3→3', '4→4', '5→5']);
    const whole = edit(0, 0, 5, 0, 'function a()\n{\n    one();\n    two();\n    three();\n}\n');
    assert.deepEqual(after(whole).slice(-5), ['1→2', '2→3', '3→4', '4→5', '5→6']);
  });

  it('take several edits of one event, in whichever order they come', () => {
    const edits = [edit(1, 0, 1, 0, '// a\n'), edit(3, 0, 3, 0, '// b\n// c\n')];
    for (const event of [edits, edits.toReversed()])
      assert.equal(
        moveMarks(marksOf(text), event)
          .map(({ line }) => line)
          .join(' '),
        '0 2 3 6 7 8',
      );
  });

  const anyPlace = fc.tuple(fc.nat(5), fc.nat(20)).map(([line, column]) => [line, Math.min(column, text[line].length)]);
  const anyText = fc.constantFrom('', 'x', '\n', 'x\ny', '\n\n', '  one();\n', '\r\nz');
  holds('stay on the lines of the text, whatever is edited', [anyPlace, anyPlace, anyText], (one, other, inserted) => {
    const [from, to] = [one, other].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const change = edit(from[0], from[1], to[0], to[1], inserted);
    const edited = applyToText(text, change);
    const marks = moveMarks(marksOf(text), [change]);
    for (const mark of marks) assert.ok(mark.line >= 0 && mark.line < edited.length);
    // Lines that the edit does not touch keep their text.
    for (const mark of marks.filter(({ row }) => row < change.startLine || row > change.endLine))
      assert.equal(edited[mark.line], mark.text);
  });
});

describe('aligning a text with an older one', () => {
  it('finds every line that is still there', () => {
    const now = ['// new', 'function a() {', '  two();', '    three();', '  four();', '}', ''];
    assert.deepEqual([...alignLines(text, now)], [1, -1, 2, 3, 5, 6]);
  });

  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '  a', ''), { maxLength: 12 });
  holds('keeps the order, and only joins equal lines', [lines, lines], (before, now) => {
    const place = [...alignLines(before, now)];
    const found = place.filter((at) => at >= 0);
    assert.ok(
      found.every((at, i) => i === 0 || at > found[i - 1]),
      'rising',
    );
    place.forEach((at, index) => at >= 0 && assert.equal(before[index].trim(), now[at].trim()));
  });
});
