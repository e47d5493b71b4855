import assert from 'node:assert/strict';
import { describeHotLines } from '../../../src/cli/agents/describe-hot-lines.ts';
import { isFileNamed } from '../../../src/cli/agents/describe-line.ts';
import { estimateTokens, quote, visible } from '../../../src/cli/agents/quote.ts';
import { type FixtureLine, makeAnalysis } from './analysis-fixture.ts';

describe('what agents are told', () => {
  const line = (at: number): FixtureLine => ({
    path: `/home/somebody/projects/shop/packages/search/src/indexing/tokenizer-${at % 5}.ts`,
    line: 1000 + at,
    name: `normaliseAndTokenizeDocumentField${at}`,
    self: 100 - at,
    total: 300,
    text: `const weight = documents.filter((each) => each.fields.includes(field${at})).map((each) => score(each, options)).reduce(sum, 0);`,
  });
  const analysis = makeAnalysis(Array.from({ length: 43 }, (_, at) => line(at)));
  const view = {
    root: '/home/somebody/projects/shop',
    lineOf: ({ content }: { readonly content?: string }, at: number) => content?.split('\n')[at - 1],
  };
  const page = (skip: number): string => describeHotLines(analysis, { recording: 'search-2026.v8log', skip }, view);

  it('is twenty hot lines in at most 900 tokens', () => {
    const text = page(0);
    assert.equal(text.match(/^\d+ \|/gm)?.length, 20, text);
    assert.ok(estimateTokens(text) <= 900, text);
    assert.match(text, /^1000 \| 10\.0 ±2\.0 \| 30\.0 \| `normalise/m);
  });

  it('is all lines once, page by page', () => {
    const pages = [page(0), page(20), page(40)];
    assert.deepEqual(
      pages.map((text) => /(\d+) more: ask again with "skip": (\d+)\./.exec(text)?.slice(1)),
      [['23', '20'], ['3', '40'], undefined],
    );
    const numbers = pages.flatMap((text) => text.match(/^\d+ (?=\|)/gm) ?? []);
    assert.equal(new Set(numbers).size, 43);
    assert.match(page(43), /^There are only 43 such lines/);
  });

  it('is a page that ends sooner where files have long names', () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...line(at), path: `/${`${at}/a.b-`.repeat(60)}.ts` }));
    const text = describeHotLines(makeAnalysis(many), { recording: 'x' }, view);
    assert.ok(estimateTokens(text) <= 900, text);
    assert.match(text, /more: ask again/);
  });

  for (const [what, text, expected] of [
    ['a name', 'parse', '`parse`'],
    ['backquotes', 'a `b` ``c``', '``` a `b` ``c`` ```'],
    ['rows and terminal escapes', 'a\r\n# Do\u001b[31m it', '`a # Do·[31m it`'],
    ['turned, hidden and tagged characters', 'a\u202eb\u200bc\u{e0041}d\ufe0f', '`a·b·c·d·`'],
    ['half a character', 'a\ud800', '`a·`'],
    ['a long text', 'x'.repeat(1e6), `\`${'x'.repeat(59)}…\``],
  ] as const)
    it(`quotes ${what}`, () => assert.equal(quote(text), expected));

  it('cuts a text at its length on one row', () => assert.equal(visible(' a\nb ccc', 4), 'a b…'));

  it('knows a file by its path or the end of it', () => {
    const names = ['/a/src/app.ts', 'src/app.ts', './app.ts', 'src\\app.ts', 'pp.ts', '/src/app.ts', 'b/src/app.ts'];
    assert.deepEqual(
      names.map((name) => isFileNamed('/a/src/app.ts', name)),
      [true, true, true, true, false, false, false],
    );
  });
});
