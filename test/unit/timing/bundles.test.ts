import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, buildSync, transformSync } from 'esbuild';
import { wantedFunctions } from '../../../src/timing/time-script.ts';
import { drawMappings } from '../../support/encode-mappings.ts';
import { useScratch } from '../../support/scratch.ts';

const SEARCH = `export class Index {
  #lists = new Map<string, number[]>();
  #put(word: string): void { this.#lists.set(word, []); }
  get size(): number { return this.#lists.size; }
  search(word: string): number {
    this.#put(word);
    return this.size;
  }
}
export const isLong = (word: string): boolean => word.length > 2;
export function parse(text: string): string[] {
  return text.split(' ').filter(isLong);
}
`;
const MAIN = `import * as search from './search';
class Thing { static make() { return new Thing(); } }
const state = [Thing.make()];
const given = (all: { load: () => unknown }) => all.load();
console.log(given({ load: () => state }));
const each = (words: string[], work: (word: string) => number): number[] => words.map((word) => work(word));
console.log(each(search.parse('a be'), (word) => new search.Index().search(word)), Object.keys(search));
`;
const FUNCTIONS = [
  'Index.#put search.ts:3',
  'get Index.size search.ts:4',
  'Index.search search.ts:5',
  'isLong search.ts:10',
  'parse search.ts:11',
  'Thing.make main.ts:2',
  'given main.ts:4',
  'load main.ts:5',
  'each main.ts:6',
];

describe('functions of a bundle', () => {
  const scratch = useScratch();
  before(() => {
    mkdirSync(scratch('src'));
    mkdirSync(scratch('dist'));
    writeFileSync(scratch('package.json'), '{}');
    writeFileSync(scratch('src/search.ts'), SEARCH);
    writeFileSync(scratch('src/main.ts'), MAIN);
  });

  /** As a user names and finds them: `parse search.ts:11`. */
  const told = (text: string, url: string, functions: readonly string[] = []): string[] => {
    const settings = { folder: '', functions, roots: [scratch()], countOnly: true };
    return (wantedFunctions(text, url, false, settings)?.functions ?? []).map(
      ({ name, place: { file, line } }) => `${name} ${path.relative(scratch('src'), file)}:${line}`,
    );
  };
  const build = (options: BuildOptions): string => {
    const { outputFiles = [] } = buildSync({
      ...{ entryPoints: [scratch('src/main.ts')], outfile: scratch('dist/main.js') },
      ...{ bundle: true, platform: 'node', sourcemap: 'inline', write: false },
      ...options,
    });
    return outputFiles[0].text;
  };

  const builds: Readonly<Record<string, BuildOptions>> = {
    'as it is': {},
    minified: { minify: true },
    'with helpers that keep names': { keepNames: true },
    'minified with helpers that keep names': { minify: true, keepNames: true },
  };
  for (const [how, options] of Object.entries(builds))
    it(`have their own names, lines and files, without what the bundler adds: ${how}`, () => {
      assert.deepEqual(told(build(options), scratch('dist/main.js')).sort(), [...FUNCTIONS].sort());
    });

  it('are those of a dependency where its folder is named', () => {
    const folder = scratch('node_modules/dep');
    mkdirSync(`${folder}/src`, { recursive: true });
    writeFileSync(`${folder}/src/index.ts`, 'export function inDependency(n: number): number { return n; }\n');
    const text = build({ entryPoints: [`${folder}/src/index.ts`], outfile: `${folder}/dist/index.js` });
    const settings = { folder: '', functions: [], roots: [folder], countOnly: true };
    const found = wantedFunctions(text, `${folder}/dist/index.js`, false, settings)?.functions ?? [];
    assert.deepEqual(
      found.map(({ name }) => name),
      ['inDependency'],
    );
  });

  it('are found by their original names and places', () => {
    const text = build({ minify: true });
    const found = told(text, scratch('dist/main.js'), ['Index.search', `${scratch('src/search.ts')}:10`]);
    assert.deepEqual(found, ['Index.search search.ts:5', 'isLong search.ts:10']);
  });

  /** The text of the map in a text, changed. */
  const withSources = (text: string, rename: (source: string) => string): string =>
    text.replace(/(?<=base64,)\S+/, (base64) => {
      const map = JSON.parse(Buffer.from(base64, 'base64').toString()) as { sources: string[] };
      return Buffer.from(JSON.stringify({ ...map, sources: map.sources.map(rename) })).toString('base64');
    });

  it("are in the files that webpack's urls stand for", () => {
    const text = withSources(build({ minify: true }), (source) => `webpack://app/./${source.replace('../', '')}?1f3c`);
    assert.deepEqual(told(text, scratch('dist/main.js')).sort(), [...FUNCTIONS].sort());
  });

  it('are those of a text that webpack evaluates, if its map leads to a file of the user', () => {
    const { code } = transformSync(SEARCH, {
      ...{ loader: 'ts', format: 'cjs', sourcemap: 'inline', sourcefile: 'webpack://app/./src/search.ts?1f3c' },
    });
    const evaluated = `${code}//# sourceURL=webpack-internal:///./src/search.ts\n`;
    const expected = FUNCTIONS.filter((each) => each.includes('search.ts'));
    assert.deepEqual(told(evaluated, 'webpack-internal:///./src/search.ts').sort(), [...expected].sort());
    const foreign = withSources(evaluated, () => 'webpack://app/./src/other.ts');
    assert.deepEqual(told(foreign, 'webpack-internal:///./src/other.ts'), []);
  });

  it('have the name that stands in the original where a minifier put them into their caller', () => {
    const text = `(()=>{console.log(function(t){return t.length}("a"),(t=>t+1)(1))})();`;
    const original = 'function count(text: string) { return text.length; }\nconst next = (n: number) => n + 1;\n';
    writeFileSync(scratch('src/inlined.ts'), original);
    const [first, second] = [text.indexOf('function(t)'), text.indexOf('t=>')];
    const mappings = drawMappings(`${first}=a1 ${second}=a2:${'const next = '.length}`);
    const map = { version: 3, sources: ['../src/inlined.ts'], names: [], mappings };
    const url = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
    const found = told(`${text}\n//# sourceMappingURL=${url}`, scratch('dist/inlined.js'));
    assert.deepEqual(found, ['count inlined.ts:1', 'next inlined.ts:2']);
  });
});
