import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { buildDocumentHeat, type DocumentHeat, isStale } from '../../../src/extension/heat/document-heat.ts';
import { loadProfiledText, type ProfiledText } from '../../../src/extension/heat/profiled-text.ts';
import type { Source } from '../../../src/core/index.ts';
import { holds } from '../../support/holds.ts';
import { useScratch } from '../../support/scratch.ts';
import { viewOfStacks } from './view-of-stacks.ts';

const profiled = 'one\ntwo\nthree\nfour\n';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the text that was profiled', () => {
  const scratch = useScratch();
  let [tests, source]: [number, Source] = [0, { path: '', isFile: true, isGenerated: false }];
  const none = (): Promise<undefined> => Promise.resolve(undefined);
  beforeEach(() => {
    source = { ...source, path: scratch(`${++tests}.js`), contentHash: sha256(profiled) };
  });
  const load = (
    on: Partial<Source>,
    open: string,
    kept: (hash: string) => Promise<string | undefined> = none,
  ): Promise<ProfiledText> => loadProfiledText({ ...source, ...on }, open, kept);

  for (const [what, onDisk, more, open, state, text] of [
    ['is the file on disk while its hash is the same, whatever is typed', profiled, {}, 'typed', 'known', profiled],
    ['is the editor’s text when that has the hash', undefined, {}, profiled, 'known', profiled],
    ['differs when none of them has it', 'other', {}, 'other', 'differs', 'other'],
    ['differs when the file is gone', undefined, {}, 'other', 'differs', 'other'],
    ['is unknown without a hash', undefined, { contentHash: undefined }, 'x', 'unknown', 'x'],
    ['is the recording’s own where it has one', undefined, { content: 'inside' }, 'x', 'known', 'inside'],
  ] as const)
    it(what, async () => {
      if (onDisk !== undefined) writeFileSync(source.path, onDisk);
      assert.deepEqual(await load(more, open), { state, text });
    });

  it('is what was put aside when the file changed', async () => {
    writeFileSync(source.path, 'other');
    const asked: string[] = [];
    const kept = (hash: string): Promise<string> => {
      asked.push(hash);
      return Promise.resolve(profiled);
    };
    assert.deepEqual(await load({}, 'other', kept), { state: 'known', text: profiled });
    assert.deepEqual(asked, [source.contentHash]);
  });
});

describe('heat in a document', () => {
  const { analysis, index } = viewOfStacks(['a:1', 'a:2', 'a:3', 'a:4']);
  const build = (known: ProfiledText | 'asProfiled', now: string): DocumentHeat => {
    const lines = now.split('\n');
    const document = { lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] }) };
    const profiled = known === 'asProfiled' ? known : { state: known.state, lines: known.text.split('\n') };
    return buildDocumentHeat(analysis.lines, index.linesOfSource[0], profiled, document);
  };
  const heat = (known: ProfiledText | 'asProfiled', now: string): string[] => {
    const lines = now.split('\n');
    return build(known, now)
      .marks.map(
        (mark) => `${analysis.lines.line[mark.row]}→${mark.line + 1}${isStale(mark, lines[mark.line]) ? '*' : ''}`,
      )
      .sort();
  };

  for (const [what, now, expected] of [
    ['stands on its lines in the profiled text', profiled, '1→1 2→2 3→3 4→4'],
    ['moves with them; a changed line is stale', 'zero\none\ntwo and a half\nthree\nnew\nfour\n', '1→2 2→3* 3→4 4→6'],
    ['lets deleted lines go', 'one\nfour\n', '1→1 4→2'],
  ])
    it(what, () => assert.equal(heat({ state: 'known', text: profiled }, now).join(' '), expected));

  it('stays where it was where the profiled text is not known, inside of the text, and moves with its edits', () => {
    const differs: ProfiledText = { state: 'differs', text: 'x\ny' };
    assert.deepEqual(heat(differs, 'x\ny'), ['1→1', '2→2']);
    assert.deepEqual(heat(differs, 'new\nx\ny'), ['1→2', '2→3']);
  });

  it('knows of any line where it stands now', () => {
    const { lineNow } = build({ state: 'known', text: profiled }, 'zero\none\nthree\nfour\n');
    assert.deepEqual([0, 2, 3].map(lineNow), [1, 2, 3]);
    assert.equal(build('asProfiled', profiled).lineNow(2), 2);
    assert.deepEqual(heat('asProfiled', profiled), ['1→1', '2→2', '3→3', '4→4']);
  });

  const text = 'start();\nfirst(input);\nsecond(input);\nthird(input);';
  for (const [edit, now, marks] of [
    ['Enter at the end of a line', 'start();\n  \nfirst(input);\nsecond(input);\nthird(input);', '1→1 2→3 3→4 4→5'],
    ['a line that is typed over', 'start();\nfirst(input);\nSECOND(input);\nthird(input);', '1→1 2→2 3→3* 4→4'],
    ['another indentation', 'start();\n\tfirst(input);\n  second(input);\nthird(input);', '1→1 2→2 3→3 4→4'],
    ['lines that change places', 'start();\nsecond(input);\nfirst(input);\nthird(input);', '1→1 2→3 3→2 4→4'],
    ['a formatter', 'start();\n{\n    first(input);\n    second(input);\n}\nthird(input);', '1→1 2→3 3→4 4→6'],
  ] as const) {
    it(`follows ${edit}`, () => assert.equal(heat({ state: 'known', text }, now).join(' '), marks));
  }

  const anyText = fc.array(fc.constantFrom('one', 'two', ' one', 'long enough to tell', ''), { maxLength: 8 });
  holds('stands inside of the text, with the text that was profiled', [anyText, anyText], (before, now) => {
    for (const mark of build({ state: 'known', text: before.join('\n') }, now.join('\n')).marks) {
      assert.ok(mark.line >= 0 && mark.line < Math.max(1, now.length));
      assert.equal(mark.text, before[analysis.lines.line[mark.row] - 1] ?? '');
    }
  });
});
