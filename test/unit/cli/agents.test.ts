import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { describeFunction } from '../../../src/cli/agents/describe-function.ts';
import { describeHotLines } from '../../../src/cli/agents/describe-hot-lines.ts';
import { isFileNamed } from '../../../src/cli/agents/describe-line.ts';
import { estimateTokens, quote, visible } from '../../../src/cli/agents/quote.ts';
import { findRecording, listRecordings } from '../../../src/cli/agents/recordings.ts';
import { recordProgram } from '../../../src/cli/agents/run-program.ts';
import { readKeptText } from '../../../src/cli/kept-texts.ts';
import { newRecording } from '../../../src/cli/output-files.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { useScratch } from '../../support/scratch.ts';
import { withFile } from '../readers/cpuprofile/read-bytes.ts';
import { writePprof } from '../readers/pprof/write-pprof.ts';
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
    assert.match(
      describeHotLines(makeAnalysis([line(0)]), { recording: 'x', skip: 1 }, view),
      /^There is only 1\ssuch line;/,
    );
    assert.match(page(43), /^There are only 43\ssuch lines/);
  });

  it('is of a function the lines of its callbacks too, but not those of functions with a name', async () => {
    const below = ['Array.reduce :0', 'total /app/a.js:4#3'];
    const samples = [
      { stack: ['(anonymous) /app/a.js:4#4', ...below], values: [9000] },
      { stack: ['square /app/a.js:9#8', 'total /app/a.js:5#3'], values: [1000] },
    ];
    const profile = await withFile(writePprof(['cpu/nanoseconds'], samples), (file) => analyze(file));
    const text = describeFunction(profile, { recording: 'x', function: 'total' }, view);
    assert.match(text, /^4 \| 90/m);
    assert.doesNotMatch(text, /^9 \|/m);
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

describe('recordings for agents', () => {
  const scratch = useScratch();
  const itWithLinks = itWhere(!isWindows, 'needs links');
  const scope = () => ({ root: scratch('project'), folders: [] });
  before(() => {
    for (const folder of ['project/.heatline/texts', 'project/runs', 'project/linked', 'project/.heatline/app'])
      mkdirSync(scratch(folder), { recursive: true });
    for (const name of ['run.pprof', 'log.v8log', 'notes.txt', 'app/1.v8log', 'app/1.cpuprofile', 'app/a.pb'])
      writeFileSync(scratch('project/.heatline', name), '');
    writeFileSync(scratch('secret.cpuprofile'), 'secret');
    writeFileSync(scratch('project/runs/run-1.cpuprofile'), '');
  });

  it('are listed in every format, with as many runs as would be compared', () => {
    const names = listRecordings(scope()).map(({ id, runs }) => `${id} ${runs}`);
    assert.deepEqual(names.sort(), ['app 1', 'log.v8log 0', 'run.pprof 0']);
  });

  itWithLinks('are refused where a folder of runs has a link to what is outside', () => {
    symlinkSync(scratch('secret.cpuprofile'), scratch('project/linked/run-1.cpuprofile'));
    assert.equal(findRecording('runs', scope()), scratch('project/runs'));
    assert.throws(() => findRecording('linked', scope()), /is outside of/);
  });

  itWithLinks('have the texts that were kept, and no others', () => {
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
    const read = (contentHash: string): string | undefined =>
      readKeptText([scratch('project/.heatline')], { path: '/gone.js', isFile: true, isGenerated: false, contentHash });
    writeFileSync(scratch('project/.heatline/texts', `${hash('kept')}.txt`), 'kept');
    symlinkSync(scratch('secret.cpuprofile'), scratch('project/.heatline/texts', `${hash('other')}.txt`));
    assert.deepEqual([read(hash('kept')), read(hash('other'))], ['kept', undefined]);
  });

  it('have names that every file system takes, of their own within a second', () => {
    assert.match(basename(newRecording('http://[::1]:8123')), /^\[__1\]_8123-2/);
    assert.match(basename(newRecording('a*b?c|d<e>f"g\n')), /^a_b_c_d_e_f_g_-2/);
    assert.equal(new Set(Array.from({ length: 9 }, () => newRecording('app.js'))).size, 9);
  });

  for (const command of [[''], ['', 'a.js'], ['node', 'a\0b']])
    it(`are not made of ${JSON.stringify(command)}`, () =>
      assert.rejects(
        () =>
          recordProgram(
            command,
            {},
            { ...scope(), signal: new AbortController().signal, tell: noop, inTurn: (act) => act() },
          ),
        /^CliError: "command" needs a program, and no word with a NUL\.$/,
      ));
});

const noop = (): void => undefined;
