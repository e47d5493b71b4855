import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync, transformSync } from 'esbuild';
import fc from 'fast-check';
import ts from 'typescript';
import type { Precision } from '../../../src/core/index.ts';
import { FrameKind, type Mapping, precisionNames, type Script } from '../../../src/core/index.ts';
import { mapPositions } from '../../../src/source-maps/index.ts';
import type { MovedPath } from '../../../src/urls/index.ts';
import { drawMappings } from '../../support/encode-mappings.ts';
import { holds } from '../../support/holds.ts';
import { useScratch } from '../../support/scratch.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { codesOf } from '../../support/told.ts';

interface Asked {
  /** Drawn as text: `1:4 2`, lines with columns, or without. */
  readonly positions?: string;
  /** Drawn as text: `f@1:4`, names and where they are defined. */
  readonly functions?: string;
  readonly moves?: readonly MovedPath[];
}

interface Built extends Asked {
  readonly url?: string;
  readonly code?: string;
}

/** A folder for each test. */
let root = '';
let tests = 0;
const scratch = useScratch();
const at = (path: string) => join(root, path);
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const ORIGINAL = 'one\ntwo\nthree\nfour\n';

function write(path: string, text: string): string {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  return at(path);
}

/** A map that sends generated line n to line n + 1 of the source. */
const shiftMap = (source: string | null, more: object = {}): string =>
  JSON.stringify({ ...mapOf('0=a2; 0=a3', [source]), file: 'out.js', ...more });

/** A map with mappings drawn as text. */
const mapOf = (drawing: string, sources: readonly (string | null)[], more: object = {}): object => ({
  ...{ version: 3, sources, names: [], mappings: drawMappings(drawing) },
  ...more,
});

const inline = (map: string) => `data:application/json;base64,${Buffer.from(map).toString('base64')}`;

async function ask(
  script: Script | readonly Script[],
  { positions = '1', functions = '', moves = [] }: Asked = {},
): Promise<Mapping> {
  const scripts = Array.isArray(script) ? (script as readonly Script[]) : [script as Script];
  const drawn = `${positions} ${functions}`.trim().split(' ');
  const names = drawn.flatMap((text) => (text.includes('@') ? text.split('@', 1) : []));
  const all = scripts.flatMap((_, i) => drawn.map((text) => [i, ...text.replace(/^.*@/, '').split(':').map(Number)]));
  const request = {
    scripts,
    positions: {
      script: Int32Array.from(all, ([at]) => at),
      line: Int32Array.from(all, ([, line]) => line),
      column: Int32Array.from(all, ([, , column = -1]) => column),
    },
    frames: {
      name: names,
      position: Int32Array.from(names, (_, i) => drawn.length - names.length + i),
      kind: new Uint8Array(names.length).fill(FrameKind.script),
    },
  };
  return Promise.resolve(mapPositions(request, { folders: [root], moves }));
}

/** Asks for places of a file that was built with a map. */
function through(map: string | object, { url = 'dist/out.js', code, ...asked }: Built = {}): Promise<Mapping> {
  write(url, code ?? 'x();\ny();\n');
  const sourceMap = typeof map === 'string' ? map : JSON.stringify(map);
  return ask(script(url, { sourceMap, source: code }), asked);
}

/** `src/a.ts:2 exact`, with paths relative to the temporary folder; `? function` where unmapped. */
function show({ positions: { source, line, precision }, sources }: Mapping, row = 0): string {
  const name = precisionNames[precision[row] as Precision];
  return source[row] < 0 ? `? ${name}` : `${relative(sources[source[row]].path)}:${line[row]} ${name}`;
}
const showAll = (mapping: Mapping): string[] => Array.from(mapping.positions.source, (_, row) => show(mapping, row));
const exact = (...places: readonly string[]): string[] =>
  places.map((place) => (place === '?' ? '? function' : `src/${place} exact`));

function showFrame(mapping: Mapping, row = 0): string {
  const { name, source, line } = mapping.frames;
  return `${name[row]} ${source[row] < 0 ? '?' : relative(mapping.sources[source[row]].path)}:${line[row]}`;
}

const relative = (path: string) => (path.startsWith(root) ? path.slice(root.length + 1) : path);
const codes = (mapping: Mapping) => codesOf(mapping.diagnostics);
const script = (path: string, more: Partial<Script> = {}): Script => ({ url: pathToFileURL(at(path)).href, ...more });

beforeEach(() => {
  root = scratch(String(++tests));
  write('package.json', '{}');
  write('src/a.ts', ORIGINAL);
});

describe('a map is found', () => {
  const code = 'x();\ny();\n';
  const found = 'src/a.ts:2 exact';

  it('in the recording', async () => {
    assert.equal(show(await through(shiftMap('../src/a.ts'))), found);
  });

  it('in a data url', async () => {
    const sourceMapUrl = inline(shiftMap('../src/a.ts'));
    assert.equal(show(await ask(script('dist/out.js', { sourceMapUrl }))), found);
  });

  it('by a relative, absolute or file url, with escapes and queries', async () => {
    write('dist/out.js', code);
    const map = write('dist/the map.json', shiftMap('../src/a.ts'));
    for (const url of ['the%20map.json', './the map.json?v=3', map, pathToFileURL(map).href]) {
      assert.equal(show(await ask(script('dist/out.js', { sourceMapUrl: url }))), found, url);
    }
  });

  it('by the last comment of the file', async () => {
    write('dist/out.js.map', '{}');
    write('dist/real.map', shiftMap('../src/a.ts'));
    write('dist/out.js', `${code}//# sourceMappingURL=other.map\n//# sourceMappingURL=real.map\n// the end\n`);
    assert.equal(show(await ask(script('dist/out.js'))), found);
  });

  it('at the end of a big file, and inline where the comment itself is big', async () => {
    const filler = '// filler\n'.repeat(30_000);
    const big = shiftMap('../src/a.ts', { sourcesContent: [ORIGINAL], x: 'long '.repeat(100_000) });
    write('dist/out.js', `x();\n${filler}//# sourceMappingURL=${inline(big)}\n`);
    assert.equal(show(await ask(script('dist/out.js'))), found);
  });

  it('beside the file, where its url leads nowhere', async () => {
    write('dist/the map.json', shiftMap('../src/a.ts'));
    write('dist/out.js', code);
    for (const sourceMapUrl of ['/gone/the map.json', 'file:///gone/the%20map.json', 'https://host/the%20map.json?v=1'])
      assert.equal(show(await ask(script('dist/out.js', { sourceMapUrl }))), found, sourceMapUrl);
  });

  it('beside the file, unless it was made for another', async () => {
    write('dist/out.js', code);
    write('dist/out.js.map', shiftMap('../src/a.ts'));
    assert.equal(show(await ask(script('dist/out.js'))), found);
    write('dist/out.js.map', shiftMap('../src/a.ts', { file: 'else.js' }));
    const mapping = await ask(script('dist/out.js'));
    assert.equal(show(mapping), 'dist/out.js:1 exact');
    assert.deepEqual(codes(mapping), ['source-map-mismatched']);
  });
});

describe('originals', () => {
  it('are found by relative, absolute and file urls, sourceRoot, queries, escapes, backslashes and urls of bundlers', async () => {
    write('src/sp ace.ts', ORIGINAL);
    const cases: [string, object?, string?][] = [
      ['../src/a.ts'],
      [at('src/a.ts')],
      [pathToFileURL(at('src/a.ts')).href],
      ['a.ts', { sourceRoot: '../src' }],
      ['a.ts', { sourceRoot: pathToFileURL(at('src/')).href }],
      [at('src/a.ts'), { sourceRoot: '/elsewhere' }],
      ['../src/a.ts?abcd'],
      ['../src/sp%20ace.ts', {}, 'src/sp ace.ts'],
      ['..\\src\\a.ts'],
      ['../dist/../src/./a.ts'],
      ['webpack://my-app/./src/a.ts'],
      ['webpack://my-app/./src/a.ts?1f3c'],
      ['webpack://@me/my-app/./src/a.ts'],
      ['webpack:///./src/a.ts'],
      ['webpack:///src/a.ts'],
      ['webpack-internal:///./src/a.ts'],
      ['ng:///src/a.ts'],
      ['rollup://x/src/a.ts'],
      ['webpack-internal:///(rsc)/./src/a.ts'],
      ['webpack://_N_E/(ssr)/./src/a.ts?1f3c'],
      ['turbopack:///[project]/src/a.ts'],
    ];
    for (const [source, more, path = 'src/a.ts'] of cases)
      assert.equal(show(await through(shiftMap(source, more))), `${path}:2 exact`, source);
    write('50%25/src/100%.ts', ORIGINAL);
    const odd = await through(shiftMap('../src/100%25.ts'), { url: '50%25/dist/out.js' });
    assert.equal(show(odd), '50%25/src/100%.ts:2 exact');
  });

  const elsewhere = [
    '/builds/agent 7/src/deep/b.ts',
    'file:///app/src/deep/b.ts',
    '../../../../src/deep/b.ts',
    'C:\\agent\\src\\deep\\b.ts',
    'webpack://@scope/pkg/./src/deep/b.ts?1f3c',
    'webpack:////builds/src/deep/b.ts',
    'turbopack:///[project]/packages/api/src/deep/b.ts',
    '/@fs/builds/src/deep/b.ts?v=1',
    'https://host/src/deep/b.ts',
    'meteor://💻app/src/deep/b.ts',
  ];
  for (const source of elsewhere)
    it(`are found by name and text where they are not at ${source}`, async () => {
      write('packages/api/src/deep/b.ts', ORIGINAL);
      write('packages/web/src/deep/b.ts', 'another\nfile\nof that\nname\n');
      const carried = { sourcesContent: [ORIGINAL] };
      assert.equal(show(await through(shiftMap(source, carried))), 'packages/api/src/deep/b.ts:2 exact');
      const rooted = shiftMap('src/deep/b.ts', { ...carried, sourceRoot: '/gone/' });
      assert.equal(show(await through(rooted)), 'packages/api/src/deep/b.ts:2 exact');
    });

  it('are not guessed: without their text, with another one, or where two are the same', async () => {
    const source = '/builds/src/deep/b.ts';
    write('packages/api/lib/b.ts', 'another\nfile\nof that\nname\n');
    for (const more of [{}, { sourcesContent: [ORIGINAL] }]) {
      const { sources } = await through(shiftMap(source, more));
      assert.deepEqual([sources[0].path, sources[0].isElsewhere], [source, true]);
    }
    for (const copy of ['one', 'two']) write(`packages/${copy}/b.ts`, ORIGINAL);
    const carried = shiftMap(source, { sourcesContent: [ORIGINAL] });
    assert.equal(show(await through(carried)), `${source}:2 exact`);
    assert.equal(show(await through(carried, { url: 'packages/two/out/out.js' })), 'packages/two/b.ts:2 exact');
    write('elsewhere/src/deep/b.ts', ORIGINAL);
    assert.equal(show(await through(carried)), 'elsewhere/src/deep/b.ts:2 exact');
  });

  it('are where a user says, like maps and the files that ran', async () => {
    const moves = [
      { from: '/app', to: root },
      { from: 'webpack://shop', to: at('src') },
      { from: 'http://localhost:3000', to: root },
    ];
    for (const source of [
      '/app/src/a.ts',
      'file:///app/src/a.ts',
      'webpack://shop/./a.ts?1',
      'http://localhost:3000/src/a.ts',
    ])
      assert.equal(show(await through(shiftMap(source), { moves })), 'src/a.ts:2 exact', source);
    write('dist/real.map', shiftMap('../src/a.ts'));
    const named = script('dist/out.js', { sourceMapUrl: '/app/dist/real.map' });
    assert.equal(show(await ask(named, { moves })), 'src/a.ts:2 exact');
    write('dist/out.js', 'x();\ny();\n//# sourceMappingURL=real.map\n');
    const outside = `http://localhost:3000/@fs${at('dist/out.js')}?t=1`;
    for (const url of ['/app/dist/out.js', 'file:///app/dist/out.js', 'http://localhost:3000/dist/out.js?t=1', outside])
      assert.equal(show(await ask({ url }, { moves })), 'src/a.ts:2 exact', url);
  });

  for (const [url, isElsewhere] of [
    ['/app/a.js', true],
    ['http://host/', true],
    ['app://./dist/a.js', true],
    ['chrome-extension://id/a.js', true],
    ['worker.js', true],
    ['about://React/Server/a.js', undefined],
    ['evalmachine.<anonymous>', undefined],
    ['debugger://VM1', undefined],
  ] as const)
    it(`are ${isElsewhere ? 'perhaps at another place' : 'nowhere else'}, as the script ${url}, which is not here`, async () => {
      assert.equal((await ask({ url })).sources[0].isElsewhere, isElsewhere);
    });

  const served = 'http://localhost:5173/src/deep/b.ts?t=17';
  it('are found at the urls of dev servers, relative to their script, if they have the text', async () => {
    write('packages/web/src/deep/b.ts', ORIGINAL);
    write('packages/web/src/b.ts', ORIGINAL);
    const map = (source: string, text = ORIGINAL) => shiftMap(source, { sourcesContent: [text] });
    for (const [url, source] of [
      [served, 'b.ts'],
      ['http://localhost:5173/assets/out.js', '../src/deep/b.ts'],
      [`http://localhost:5173/@fs${at('packages/web/src/deep/b.ts')}`, 'b.ts'],
    ])
      assert.equal(show(await ask({ url, sourceMap: map(source) })), 'packages/web/src/deep/b.ts:2 exact', url);
    const other = await ask({ url: served, sourceMap: map('b.ts', 'another\nfile\n') });
    assert.equal(show(other), 'http://localhost:5173/src/deep/b.ts:2 exact');
    const { sources } = await ask({ url: 'http://h/node_modules/.vite/deps/x.js', sourceMap: map('../../x/lib/x.js') });
    assert.equal(sources[0].path, 'http://h/node_modules/x/lib/x.js');
    assert.equal(sources[0].package?.name, 'x');
  });

  it('are the files that a server gives out as they are, or with other imports', async () => {
    const text = "import b from './b.js';\nimport {\n  c,\n} from 'c';\n\nexport const f = () => b(c);\n";
    const file = write('packages/web/src/f.js', text);
    write('packages/api/src/f.js', text.replace('b(c)', 'c(b)').replace('  c,', '  d,'));
    const ran = text.replace("'./b.js'", '"/src/b.js?v=1"').replace("'c'", '"/node_modules/.vite/deps/c.js"');
    const positions = { positions: '6' };
    for (const url of ['http://localhost:5173/src/f.js?t=17', `http://localhost:5173/@fs${file}`])
      for (const source of [text, ran, `${ran}//# sourceMappingURL=x`]) {
        assert.equal(show(await ask({ url, source }, positions)), 'packages/web/src/f.js:6 exact', url);
        // As Vite has one where it did nothing else.
        const sourceMap = JSON.stringify(mapOf('; ; ; ; ; 0=a6', ['f.js'], { sourcesContent: [ran] }));
        const mapped = await ask({ url, source, sourceMap }, positions);
        assert.deepEqual([show(mapped), codes(mapped)], ['packages/web/src/f.js:6 exact', []]);
        assert.equal(mapped.sources[0].contentHash, sha(text));
      }
    const url = 'http://localhost:5173/src/f.js';
    assert.equal(show(await ask({ url, source: 'other();\n' })), `${url}:1 exact`);
  });

  it('are found through a file that ran elsewhere and is here with the same text', async () => {
    const text = 'x();\ny();\n//# sourceMappingURL=out.js.map\n';
    write('packages/api/out.js', text);
    write('packages/api/out.js.map', shiftMap('../../src/a.ts'));
    assert.equal(show(await ask({ url: '/app/out.js', contentHash: sha(text) })), 'src/a.ts:2 exact');
    assert.equal(show(await ask({ url: '/app/out.js', contentHash: sha('other') })), '/app/out.js:1 exact');
  });

  it("of a dependency are not taken from the user's own files of that name", async () => {
    write('node_modules/dep/package.json', '{}');
    const map = shiftMap('webpack://dep/./src/a.ts', { sourcesContent: ['other\ntext\nof\nthe dependency\n'] });
    const mapping = await through(map, { url: 'node_modules/dep/out.js' });
    assert.equal(show(mapping), 'webpack://dep/./src/a.ts:2 exact');
    assert.equal(mapping.sources[0].isFile, false);
    assert.equal(mapping.sources[0].isOfPackage, true);
  });

  it('of a dependency are of its package, unless the map names another one', async () => {
    write('node_modules/dep/package.json', '{"name":"dep","version":"1.0.0"}');
    const packageOf = async (source: string, url: string): Promise<string> => {
      const map = shiftMap(source, { sourcesContent: ['text\nof\nnobody\nhere\n'] });
      const { name, version } = (await through(map, { url })).sources[0].package ?? {};
      return `${name} ${version}`;
    };
    const out = 'node_modules/dep/dist/out.js';
    assert.equal(await packageOf('webpack://dep/./src/lost.ts', out), 'dep 1.0.0');
    assert.equal(await packageOf('../../src/lost.ts', out), 'dep 1.0.0');
    assert.equal(await packageOf('../node_modules/inner/lost.ts', out), 'inner undefined');
    assert.equal(await packageOf('webpack://app/./node_modules/inner/lost.ts', 'dist/out.js'), 'inner undefined');
  });

  it("of a dependency are the dependency's wherever they were built; of a tool's cache they are the user's own", async () => {
    const map = shiftMap('/home/builder/src/gone.mjs', { sourcesContent: [ORIGINAL] });
    const isOfPackage = async (of: string, url?: string) => (await through(of, { url })).sources[0].isOfPackage;
    assert.equal(await isOfPackage(map, 'node_modules/dep/out.js'), true);
    assert.equal(await isOfPackage(map, 'node_modules/.pnpm/d@1/node_modules/d/out.js'), true);
    assert.equal(await isOfPackage(map, 'node_modules/.cache/tool/out.js'), undefined);
    assert.equal(await isOfPackage(shiftMap('/src/a.ts')), undefined);
    assert.equal(await isOfPackage(shiftMap('../src/a.ts', { ignoreList: [0] })), true);
  });

  it('that exist only inside the map keep their text', async () => {
    const mapping = await through(shiftMap('webpack://x/gone.ts', { sourcesContent: [ORIGINAL] }));
    assert.equal(mapping.sources[0].content, ORIGINAL);
    assert.equal(mapping.sources[0].contentHash, sha(ORIGINAL));
    const beside = await through(shiftMap('../src/gone.ts', { sourcesContent: [ORIGINAL] }));
    assert.equal(show(beside), 'src/gone.ts:2 exact');
    assert.equal(beside.sources[0].content, ORIGINAL);
  });

  it('on disk have the hash of their bytes, and no text in the answer', async () => {
    const [source] = (await through(shiftMap('../src/a.ts', { sourcesContent: [ORIGINAL] }))).sources;
    assert.deepEqual(source, { path: at('src/a.ts'), isFile: true, isGenerated: false, contentHash: sha(ORIGINAL) });
  });

  it('that are null are unmapped; Windows paths and path traversal do no harm', async () => {
    assert.equal(show(await through(shiftMap(null))), '? function');
    assert.equal(show(await through(shiftMap('C:\\src\\a.ts'))), 'C:\\src\\a.ts:2 exact');
    assert.equal(show(await through(shiftMap('../'.repeat(60) + 'etc/nothing.ts'))), '/etc/nothing.ts:2 exact');
  });
});

describe('lines that cannot have run are left out', () => {
  // Lines 7 to 9 are a template, 11 a comment with code behind it.
  const text =
    '// one\n\nf();\n/* four\n * five\n   six */\ng(`\n/*.js\n`);\n  /** ten */\n/* eleven */ h();\ni(); /* twelve\nthirteen */\n';
  const positions = Array.from({ length: 16 }, (_, line) => `${line + 1}`).join(' ');
  const linesOf = ({ positions: { source, line } }: Mapping): number[] =>
    [...line].filter((_, row) => source[row] >= 0);
  const possible = [3, 7, 8, 9, 11, 12, 13];

  it('of a script as it stands in its file, and of one whose text came with the recording', async () => {
    write('src/plain.js', text);
    assert.deepEqual(linesOf(await ask(script('src/plain.js'), { positions })), possible);
    const gone = script('gone.js', { source: text });
    assert.deepEqual(linesOf(await ask(gone, { positions })), possible);
  });

  it('of originals, whatever a map says of them', async () => {
    write('src/a.ts', text);
    const map = mapOf(Array.from({ length: 16 }, (_, line) => `0=a${line + 1}`).join('; '), ['../src/a.ts']);
    assert.deepEqual(linesOf(await through(map, { code: 'x();\n'.repeat(16), positions })), possible);
  });

  it('are those of an editor behind U+2028 and U+2029', async () => {
    write('src/plain.js', 'one();\n"\u2028"; f();\nthree();\n');
    const mapping = await ask(script('src/plain.js'), { positions: '1 2 3 4', functions: '@1:0 f@3:4' });
    assert.deepEqual(linesOf(mapping).slice(0, 4), [1, 2, 2, 3]);
    assert.deepEqual([showFrame(mapping, 0), showFrame(mapping, 1)], [' src/plain.js:1', 'f src/plain.js:2']);
  });

  it('of functions that did not run, where only their text tells', async () => {
    const functions = 'function idle() {\n  two();\n\n  four();\n}\nexport const ran = (x) => {\n  seven();\n};\n';
    write('src/plain.js', `${functions}for (;;) {\n  ten();\n}\nclass A {\n  b() {\n    fourteen();\n  }\n}`);
    const asked = { positions: '2 4 7 10 14', functions: '@1:0 ran@6:19' };
    const lines = async (more: Partial<Script>, functions = asked.functions) =>
      linesOf(await ask(script('src/plain.js', more), { ...asked, functions })).slice(0, 3);
    assert.deepEqual(await lines({}), [7, 10, 1]);
    // Nor where nobody tells where functions begin, as in profiles of Bun before 1.3.13 and of Hermes.
    assert.deepEqual(await lines({}, '@0:-1 ran@0:-1'), [2, 4, 7]);
    const empty = new Int32Array();
    const none = { name: [], startLine: empty, startColumn: empty, endLine: empty, endColumn: empty };
    assert.deepEqual(await lines({ functions: none }), [2, 4, 7]);
  });

  it('not of a text that nobody has', async () => {
    assert.equal(linesOf(await ask(script('gone.js'), { positions })).length, 16);
  });
});

it('a script whose places are the original’s already has no map, and columns of its functions are not V8’s', async () => {
  write('src/compiled.ts', 'type A = 1;\nexport const f = (a: A) => a;\n//# sourceMappingURL=compiled.map\n');
  write('src/compiled.map', shiftMap('a.ts'));
  const asked = { positions: '2', functions: 'f@2:1' };
  assert.equal(show(await ask(script('src/compiled.ts', { isOriginal: true }), asked)), 'src/compiled.ts:2 exact');
  const beyond = await ask(script('src/compiled.ts', { isOriginal: true }), { positions: '2', functions: 'f@9:1' });
  assert.deepEqual(codes(beyond), ['source-map-unknown']);
});

describe('lines without a column', () => {
  for (const [what, code, drawing, ...expected] of [
    ['of one original line are exact, also without any at column 0', '    x();    y();', '4=a3:4 12=a3:12', 'a.ts:3'],
    ['of several original lines are not guessed', 'x();y();', '0=a1 4=a3', '?'],
    ['of one line number in two files are not guessed', 'x();y();', '0=a2 4=b2', '?'],
    ['without segments are mapped by no neighbour', 'x();\n}\ny();', '0=a1; ; 0=a3', 'a.ts:1', '?', 'a.ts:3'],
  ])
    it(what, async () => {
      write('src/b.ts', ORIGINAL);
      const positions = ['1', '2', '3'].slice(0, expected.length).join(' ');
      const mapping = await through(mapOf(drawing, ['../src/a.ts', '../src/b.ts']), { code, positions });
      assert.deepEqual(showAll(mapping), exact(...expected));
    });
});

describe('a map without columns', () => {
  const statement = 'total+=Math.sqrt(total+1);';
  const joined = statement.repeat(40);
  const written = `${statement}\n`.repeat(40);
  const WITHOUT = 'source-map-without-columns';
  const coarseMap = (sources: readonly string[], drawing: string, contents?: readonly string[]) =>
    JSON.stringify(mapOf(drawing, sources, { sourcesContent: contents }));
  const positions = `1 1:0 1:9 1:${joined.length - 9}`;
  const askAt = (code: string, map: string) => {
    write('dist/out.js', `${code}\n//# sourceMappingURL=out.js.map\n`);
    write('dist/out.js.map', map);
    return ask(script('dist/out.js'), { positions, functions: 'f@1:16' });
  };
  const shown = (mapping: Mapping) => showAll(mapping).slice(0, 4);

  it('says nothing of a line into which many were joined: time stays with the functions of the built file', async () => {
    const mapping = await askAt(`${joined}\nx();\n`, coarseMap(['../src/a.ts'], '0=a1; 0=a2', [written]));
    assert.deepEqual(new Set(shown(mapping)), new Set(['? function']));
    assert.equal(showFrame(mapping), 'f dist/out.js:1');
    assert.deepEqual(codes(mapping), ['source-changed', WITHOUT]);
    assert.match(describeDiagnostic(mapping.diagnostics[1]), /dist\/out\.js.*"devtool": "source-map"/);
    const gone = await askAt(joined, coarseMap(['gone.ts'], '0=a1'));
    assert.deepEqual([show(gone), ...codes(gone)], ['? function', WITHOUT], 'nobody has the original');
  });

  const lines = Array.from({ length: 40 }, (_, i) => `0=a${i + 1}`).join(';');
  for (const [what, original, code, drawing] of [
    ['is exact where lines stayed lines', written, written, lines],
    ['is exact for a long line that was as long in the original', joined, joined, '0=a1'],
    ['is none where a compiler made much of one line and says so by columns', statement, joined, '0=a1 9=a1:7'],
  ])
    it(what, async () => {
      write('src/a.ts', original);
      const mapping = await askAt(code, coarseMap(['../src/a.ts'], drawing, [original]));
      assert.deepEqual([...new Set(shown(mapping)), ...codes(mapping)], ['src/a.ts:1 exact']);
    });
});

describe('positions with a column', () => {
  it('take the last segment at or before them in their line, not the next one', async () => {
    const map = mapOf('1=a1 3=a2 4=; 1=a4:7', ['../src/a.ts']);
    const mapping = await through(map, { code: 'aa bb\n;c', positions: '1:0 1:1 1:2 1:3 1:4 2:0 2:1' });
    assert.deepEqual(showAll(mapping), exact('?', 'a.ts:1', 'a.ts:1', 'a.ts:2', '?', '?', 'a.ts:4'));
    assert.equal(mapping.positions.column[6], 7);
  });

  it('are of their line where nothing is before them, and from there on it is one statement of one original line', async () => {
    const code = 'const a = b("c");\n{ d("e") }\nf(g, "h", "i");\n';
    const map = mapOf('12=a2;5=a3;5=a1 10=a4', ['../src/a.ts']);
    const mapping = await through(map, { code, positions: '1:0 1:10 2:0 2:2 3:0' });
    assert.deepEqual(showAll(mapping), exact('a.ts:2', 'a.ts:2', '?', 'a.ts:3', '?'));
  });

  const LINES = 3000;
  const starts = [0, 3000, 150_000];
  const anyPlace = fc.record({ line: fc.nat(LINES - 1), segment: fc.nat(2), beyond: fc.nat(999) });
  holds(
    'are answered in the order in which they are asked, however far apart they are',
    [fc.array(anyPlace, { minLength: 1, maxLength: 60 })],
    async (places) => {
      write('src/a.ts', 'x();\n'.repeat(LINES));
      const letterOf = (line: number, segment: number): string => 'abc'[(line + segment) % 3];
      const lines = Array.from({ length: LINES }, (_, line) =>
        starts.map((start, segment) => `${start}=${letterOf(line, segment)}${line + 1}:${segment}`).join(' '),
      );
      const map = mapOf(lines.join(';'), ['../src/a.ts', '../src/b.ts', '../src/c.ts']);
      const positions = places.map(({ line, segment, beyond }) => `${line + 1}:${starts[segment] + beyond}`).join(' ');
      const mapping = await ask(script('dist/none.js', { sourceMap: JSON.stringify(map) }), { positions });
      const expected = places.map(({ line, segment }) => `${letterOf(line, segment)}.ts:${line + 1}`);
      assert.deepEqual(showAll(mapping), exact(...expected));
      assert.ok(mapping.positions.column.every((column, i) => column === places[i].segment));
      const used = new Set(mapping.positions.source);
      assert.deepEqual(used, new Set(mapping.sources.keys()), 'no source that nothing is in');
    },
    { numRuns: 30 },
  );

  it('belong to the section they are in', async () => {
    const section = (line: number, column: number, map: object) => ({ offset: { line, column }, map });
    const sections = [section(0, 0, mapOf('0=a2', ['../src/b.ts'])), section(1, 0, mapOf('0=a3', ['../src/c.ts']))];
    const outer = [section(0, 0, mapOf('0=a1 7=a4', ['../src/a.ts'])), section(0, 5, { version: 3, sections })];
    const [map, positions] = [{ version: 3, sections: outer }, '1:4 1:5 1:8 2:0 1 2'];
    const mapping = await through(map, { code: 'aaaa bbbb\ncc\n', positions });
    assert.deepEqual(showAll(mapping), exact('a.ts:1', 'b.ts:2', 'b.ts:2', 'c.ts:3', '?', 'c.ts:3'));
  });
});

/** Compiles `src/<name>.ts` by tsc into a folder, with a map that points back. The code. */
function compile(name: string, source: string, folder: string, module: ts.ModuleKind): string {
  write(`src/${name}.ts`, source);
  const compilerOptions = { sourceMap: true, module, target: ts.ScriptTarget.ES2022 };
  const { outputText, sourceMapText = '' } = ts.transpileModule(source, { fileName: `${name}.ts`, compilerOptions });
  const map = { ...(JSON.parse(sourceMapText) as object), sources: [`../src/${name}.ts`] };
  write(`${folder}/${name}.js.map`, JSON.stringify(map));
  write(`${folder}/${name}.js`, outputText);
  return outputText;
}

describe('functions', () => {
  it('of minified code get their original names and definitions', async () => {
    const source =
      'export function slowly(total: number) {\n  return total * 2;\n}\nexport const arrow = (value: number) =>\n  slowly(value);\nexport default class Thing {\n  method() { return arrow(1); }\n}\n';
    write('src/f.ts', source);
    write('src/main.ts', "import T, { slowly, arrow } from './f'; console.log(new T().method(), slowly(arrow(2)))");
    const how = { bundle: true, minify: true, write: false, sourcemap: 'external' } as const;
    const { outputFiles } = buildSync({ entryPoints: [at('src/main.ts')], outfile: at('dist/out.js'), ...how });
    const [map, code] = outputFiles.map(({ text }) => text);
    const name = /function (\w+)\(/.exec(code)?.[1] ?? '';
    const arrowAt = /(\w+)=(\w+)=>/.exec(code);
    assert.ok(name !== 'slowly' && arrowAt !== null);
    const functions = [
      `${name}@1:${code.indexOf(`function ${name}(`) + `function ${name}`.length}`,
      `${arrowAt[1]}@1:${arrowAt.index + arrowAt[1].length + 1}`,
      `method@1:${code.indexOf('method(') + 'method'.length}`,
    ].join(' ');
    const mapping = await through(map, { code, functions });
    const shown = [0, 1, 2].map((row) => showFrame(mapping, row));
    assert.deepEqual(shown, ['slowly src/f.ts:1', 'arrow src/f.ts:4', 'method src/f.ts:7']);
  });

  it('get a name only where a segment with that name begins', async () => {
    const map = { version: 3, sources: ['../src/a.ts'], names: ['original'], mappings: 'CAAAA' };
    const mapping = await through(map, { functions: 'f@1:2 g@1:4' });
    assert.deepEqual(mapping.frames.name, ['original', 'g']);
  });

  it('that the map does not know stay in the generated file; a module begins where its only original does', async () => {
    compile('m', '\nexport function f() {}\n', 'dist', ts.ModuleKind.CommonJS);
    const mapping = await ask(script('dist/m.js'), { functions: '@1:0 helper@2:21' });
    assert.deepEqual([showFrame(mapping, 0), showFrame(mapping, 1)], [' src/m.ts:1', 'helper dist/m.js:2']);
  });
});

describe('chains of maps', () => {
  /** A module compiled by tsc, then bundled by a bundler that ignores tsc's map. */
  function buildChain(): string {
    const source =
      'interface Gone { a: number }\n\nexport function busy(n: number): number {\n  let sum = 0;\n  for (let i = 0; i < n; i++)\n    sum += i;\n  return sum;\n}\n';
    const code = compile('chain', source, 'lib', ts.ModuleKind.ESNext);
    const bare = code.replace(/\/\/# source.*/, '');
    const bundle = transformSync(bare, { sourcefile: '../lib/chain.js', sourcemap: true, sourcesContent: false });
    write('dist/chain.js', bundle.code);
    write('dist/chain.js.map', bundle.map);
    return bundle.code;
  }

  it('are followed to the first source', async () => {
    const code = buildChain();
    const line = code.split('\n').findIndex((text) => text.includes('sum += i')) + 1;
    const positions = `${line} ${line}:4`;
    const mapping = await ask(script('dist/chain.js'), { positions, functions: 'busy@1:20' });
    assert.deepEqual(showAll(mapping).slice(0, 2), ['src/chain.ts:6 exact', 'src/chain.ts:6 exact']);
    assert.equal(showFrame(mapping), 'busy src/chain.ts:3');
  });

  it('end at the file whose own sources cannot be shown', async () => {
    buildChain();
    rmSync(at('src/chain.ts'));
    assert.match(show(await ask(script('dist/chain.js'), { positions: '2' })), /^lib\/chain\.js:\d exact$/);
  });

  it('end at a whole line of the file between that stands for several originals', async () => {
    const mapOf = (sources: string[]): string =>
      JSON.stringify({ version: 3, sources, names: [], mappings: 'AAAA,UACA' });
    write('src/a.ts', 'first();\nsecond();\n');
    write('lib/a.min.js', 'first();  second();\n//# sourceMappingURL=a.min.js.map');
    write('lib/a.min.js.map', mapOf(['../src/a.ts']));
    write('dist/a.js', 'first();  second();\n//# sourceMappingURL=a.js.map');
    write('dist/a.js.map', mapOf(['../lib/a.min.js']).replace('UACA', 'UAAU'));
    const mapping = await ask(script('dist/a.js'), { positions: '1 1:0 1:10' });
    assert.deepEqual(showAll(mapping), ['lib/a.min.js:1 exact', ...exact('a.ts:1', 'a.ts:2')]);
  });

  it('that lead back to themselves end', async () => {
    for (const [file, other] of ['ab', 'ba']) {
      write(`${file}.js`, `x\ny\nz\n//# sourceMappingURL=${file}.js.map`);
      write(`${file}.js.map`, shiftMap(`${other}.js`, { file: `${file}.js` }));
    }
    assert.match(show(await ask(script('a.js'))), /^[ab]\.js:[23] exact$/);
  });
});

describe('a map that cannot be used', () => {
  const expectGenerated = (mapping: Mapping, code: string) => {
    assert.equal(show(mapping), 'dist/out.js:1 exact');
    assert.equal(mapping.sources[0].isGenerated, true);
    assert.deepEqual(codes(mapping), [code]);
    assert.match(describeDiagnostic(mapping.diagnostics[0]), /out\.js/);
  };

  for (const [what, code, maps, url = 'out.js.map'] of [
    [
      'is missing: the generated lines are shown, and a sentence says so',
      'source-map-missing',
      [undefined],
      'gone.map',
    ],
    [
      'is on the network, from which nothing is fetched',
      'source-map-remote',
      [undefined],
      'https://example.com/out.js.map',
    ],
    ['is corrupt', 'source-map-corrupt', ['[]', shiftMap('a.ts', { mappings: 'A!' })]],
    ['maps nothing', 'source-map-empty', ['', ';;;', ',;'].map((mappings) => shiftMap('../src/a.ts', { mappings }))],
  ] as const)
    it(what, async () => {
      write('dist/out.js', `x();\n//# sourceMappingURL=${url}\n`);
      for (const map of maps) {
        if (map !== undefined) write('dist/out.js.map', map);
        expectGenerated(await ask(script('dist/out.js')), code);
      }
    });

  it('is called by its file where a recording holds it', async () => {
    for (const sourceMap of ['[]', shiftMap('../src/a.ts', { mappings: drawMappings('0=a1; ; ; ; ; 0=a2') })]) {
      write('dist/out.js', 'x();\n//# sourceMappingURL=out.js.map\n');
      const { diagnostics } = await ask(script('dist/out.js', { sourceMapUrl: 'out.js.map', sourceMap }));
      assert.match(describeDiagnostic(diagnostics[0]), /The source map \S+out\.js\.map /);
    }
  });

  it('is stale: the file was built again after the recording', async () => {
    const code = 'x();\ny();\n//# sourceMappingURL=out.js.map\n';
    write('dist/out.js', code);
    write('dist/out.js.map', shiftMap('../src/a.ts'));
    const fresh = await ask(script('dist/out.js', { contentHash: sha(code) }));
    assert.equal(show(fresh), 'src/a.ts:2 exact');
    expectGenerated(await ask(script('dist/out.js', { contentHash: sha('before') })), 'source-map-stale');
  });

  it('has urls that would keep a careless search busy for hours', async () => {
    write('dist/out.js', `x();\n//# sourceMappingURL=out.js.map\n${'\n'.repeat(300_000)}`);
    for (const url of [`${'?'.repeat(500_000)}/`, `${'.js?'.repeat(200_000)}\n`, `webpack://${'?'.repeat(500_000)}/`]) {
      write('dist/out.js.map', shiftMap(url, { sourcesContent: [ORIGINAL] }));
      assert.equal((await ask(script('dist/out.js'))).positions.line[0], 2);
    }
  });

  it('is mismatched: it maps lines or columns that the file does not have', async () => {
    write('dist/out.js', 'x();\n//# sourceMappingURL=out.js.map');
    const askThrough = (drawing: string): Promise<Mapping> => {
      write('dist/out.js.map', shiftMap('../src/a.ts', { mappings: drawMappings(drawing) }));
      return ask(script('dist/out.js'), { positions: '1 1:40' });
    };
    for (const drawing of ['0=a1; ; ; 0=a2', '0=a1 7=a1:9'])
      expectGenerated(await askThrough(drawing), 'source-map-mismatched');
    assert.deepEqual(codes(await askThrough('0=a1 5=a1:9')), []);
  });
});

describe('an original that was changed', () => {
  const carrying = shiftMap('../src/a.ts', { sourcesContent: [ORIGINAL] });

  it('since it was built is named, and keeps the hash of what was built', async () => {
    write('src/a.ts', `// new\n${ORIGINAL}`);
    const mapping = await through(carrying);
    assert.deepEqual(codes(mapping), ['source-changed']);
    assert.equal(mapping.diagnostics[0].file, at('src/a.ts'));
    assert.equal(mapping.sources[0].contentHash, sha(ORIGINAL));
  });

  it('by what a build tool put in front of its first line is not', async () => {
    const built = `const dir = "/app"; ${ORIGINAL}`;
    const mapping = await through(shiftMap('../src/a.ts', { sourcesContent: [built] }));
    assert.deepEqual([codes(mapping), mapping.sources[0].contentHash], [[], sha(ORIGINAL)]);
    const moved = await through(shiftMap('../src/a.ts', { sourcesContent: [`// new\n${ORIGINAL}`] }));
    assert.deepEqual(codes(moved), ['source-changed']);
  });

  it('by line ends or a byte order mark only is not', async () => {
    const crlf = `\ufeff${ORIGINAL.replaceAll('\n', '\r\n')}`;
    write('src/a.ts', crlf);
    const mapping = await through(carrying);
    assert.deepEqual(codes(mapping), []);
    assert.equal(mapping.sources[0].contentHash, sha(crlf));
  });

  const past = new Date(2020, 1, 1);
  for (const [what, out, contentHash, dated] of [
    ['it is newer than what was built from it', 'dist/out.js', undefined, 'dist/out.js'],
    ['what was built from it is built again', 'dist/out.js', sha('before'), 'src/a.ts'],
    ['what was built from it is gone', 'dist/gone.js', sha('before'), 'src/a.ts'],
  ] as const)
    it(`may have been, if ${what}`, async () => {
      write('dist/out.js', 'x();\ny();\n');
      utimesSync(at(dated), past, past);
      const mapping = await ask(script(out, { sourceMap: shiftMap('../src/a.ts'), contentHash }));
      assert.deepEqual([show(mapping), ...codes(mapping)], ['src/a.ts:2 exact', 'source-newer']);
      assert.equal(mapping.sources[0].contentHash, undefined);
    });
});

describe('a script without a map', () => {
  it('is its own original', async () => {
    const text = '(x)();\n';
    write('plain.js', text);
    const mapping = await ask(script('plain.js'), { positions: '1 0', functions: 'f@1:3' });
    assert.deepEqual(mapping.sources, [
      { path: at('plain.js'), isFile: true, isGenerated: false, contentHash: sha(text) },
    ]);
    assert.deepEqual([show(mapping, 0), show(mapping, 1)], ['plain.js:1 exact', '? function']);
    assert.equal(showFrame(mapping), 'f plain.js:1');
    assert.equal(mapping.frames.column[0], 3);
  });

  it('is a function of React’s stack traces, whatever it says', async () => {
    const url = 'about://React/Server/webpack-internal:///app/page.tsx?7';
    const mapping = await ask({ url, sourceMapUrl: '/gone.map' });
    assert.equal(show(mapping), `${url}:1 exact`);
    assert.deepEqual(mapping.diagnostics, []);
  });

  it('keeps the hash of what ran, and the url where it is no file', async () => {
    write('plain.js', 'edited since');
    const mapping = await ask([
      script('plain.js', { contentHash: 'ab' }),
      { url: 'node:fs' },
      { url: '' },
      { url: 'evalmachine.<anonymous>' },
    ]);
    assert.equal(mapping.sources[0].contentHash, 'ab');
    const [fs, machine] = ['node:fs:1 exact', 'evalmachine.<anonymous>:1 exact'];
    assert.deepEqual(showAll(mapping), ['plain.js:1 exact', fs, '? function', machine]);
    assert.equal(mapping.sources[1].isFile, false);
  });

  it('has no lines where it is a text of webpack’s that is not known', async () => {
    const url = 'webpack-internal:///./a.js';
    assert.equal(show(await ask({ url, source: 'x();' })), `${url}:1 exact`);
    const unknown = await ask({ url });
    assert.equal(unknown.positions.source[0], -1);
    assert.deepEqual(codes(unknown), ['source-map-unknown']);
  });
});

describe('a script that is not what its file says', () => {
  it('has functions without lines, and a sentence says so: a loader put it all on one line', async () => {
    const mapping = await ask(script('src/a.ts'), { functions: 'f@1:60' });
    assert.equal(show(mapping), '? function');
    assert.deepEqual(codes(mapping), ['source-map-unknown']);
    assert.equal(mapping.diagnostics[0].file, at('src/a.ts'));
    assert.equal(showFrame(mapping), 'f src/a.ts:0');
  });

  it('is told by its functions: one of them begins where the file has none', async () => {
    write('src/a.ts', 'import type { A } from "b";\nfunction f(a: A) {}\nclass C { x = 1; }\n');
    const asked = async (functions: string) => codes(await ask(script('src/a.ts'), { functions }));
    assert.deepEqual(await asked('f@2:10 f@3:0 f@3:10 f@1:0 f@2'), []);
    for (const moved of ['f@1:10', 'f@2:9', 'f@4:3', 'f@2:99', 'f@5'])
      assert.deepEqual(await asked(`f@2:10 ${moved}`), ['source-map-unknown'], moved);
  });

  it('is no other where jest wrapped it, of which functions of the first line tell', async () => {
    write('src/a.ts', 'const a = 1;\nfunction f() {}\n');
    const asked = async (functions: string) => codes(await ask(script('src/a.ts'), { functions }));
    assert.deepEqual(await asked('f@2:10 module@1:31'), []);
    assert.deepEqual(await asked('f@2:10 module@1:32'), ['source-map-unknown']);
    assert.deepEqual(await asked('f@2:10 @1:32'), [], 'nor where another tool did, whose wrapper has no name');
  });

  it('is told by its names, also of a file with a map: both were built again', async () => {
    write('src/a.ts', ORIGINAL.replaceAll('\n', '() {}\n'));
    write('dist/out.js', '\nfunction f() {\n  one();\n}\n//# sourceMappingURL=out.js.map\n');
    write('dist/out.js.map', shiftMap('../src/a.ts'));
    const asked = async (name: string) => ask(script('dist/out.js'), { positions: '2', functions: `${name}@2:10` });
    assert.equal(show(await asked('f')), 'src/a.ts:3 exact');
    assert.equal(show(await asked('g')), '? function');
    assert.deepEqual(codes(await asked('g')), ['source-map-unknown']);
    write('src/a.ts', ORIGINAL);
    const stale = await asked('f');
    assert.equal(show(stale), 'dist/out.js:2 exact', 'a map of another build: nothing begins on line 3');
    assert.deepEqual([showFrame(stale), ...codes(stale)], ['f dist/out.js:2', 'source-map-mismatched']);
  });

  it('is no other for lines, which V8 may take from inlined functions of other files', async () => {
    const mapping = await ask(script('src/a.ts'), { positions: '9' });
    assert.deepEqual(codes(mapping), []);
    assert.equal(show(mapping), '? function', 'the file has no such line');
  });

  it('is not looked for in columns that a recorder may have from elsewhere', async () => {
    const noted = script('src/a.ts', { contentHash: sha(ORIGINAL) });
    assert.deepEqual(codes(await ask(noted, { functions: 'f@2:1' })), []);
    assert.deepEqual(codes(await ask(noted, { functions: 'f@9:0' })), ['source-map-unknown']);
  });

  it('has no time on lines without code', async () => {
    write('src/a.ts', 'one();\n\n  // two\n} // three\n');
    const mapping = await ask(script('src/a.ts'), { positions: '1 2 3 4 5 6' });
    const shown = [0, 1, 2, 3, 4, 5].filter((row) => show(mapping, row) !== '? function');
    assert.deepEqual(shown, [0, 3]);
  });

  it('is told by its text, where the recorder compared it with the file', async () => {
    const made = { source: 'made\n\n\n\n\n', contentHash: sha(ORIGINAL) };
    const mapping = await ask(script('src/a.ts', { ...made, isFileText: false }), { functions: 'f@2:0' });
    assert.equal(show(mapping), '? function');
    assert.deepEqual(codes(mapping), ['source-map-unknown']);
    assert.equal(showFrame(mapping), 'f src/a.ts:0');
    // Bytes that are no UTF-8 have another hash than the text that Node makes of them.
    const same = script('src/a.ts', { source: ORIGINAL, contentHash: sha('other bytes'), isFileText: false });
    assert.equal(show(await ask(same)), 'src/a.ts:1 exact');
    const whole = script('src/a.ts', { ...made, source: ORIGINAL, isFileText: true });
    assert.equal(show(await ask(whole)), 'src/a.ts:1 exact');
  });

  it('has estimated lines where nobody compared them when it ran', async () => {
    const other = script('src/a.ts', { source: 'other\n', contentHash: sha('other\n') });
    assert.equal(show(await ask(other)), 'src/a.ts:1 estimated');
    write('src/a.ts', `\uFEFF${ORIGINAL}`);
    const marked = script('src/a.ts', { source: ORIGINAL, contentHash: sha(ORIGINAL) });
    assert.equal(show(await ask(marked)), 'src/a.ts:1 exact');
  });

  it('keeps the lines it had where it is known to have been edited since', async () => {
    write('src/a.ts', 'short');
    const edited = script('src/a.ts', { contentHash: sha(ORIGINAL) });
    const mapping = await ask(edited, { functions: 'f@4:2' });
    assert.deepEqual(codes(mapping), []);
    assert.equal(showFrame(mapping), 'f src/a.ts:4');
    assert.equal(mapping.sources[0].contentHash, sha(ORIGINAL));
  });
});
