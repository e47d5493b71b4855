import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AskedScript } from '../../../../src/recorder/scripts/ask-scripts.ts';
import { FileTexts } from '../../../../src/recorder/scripts/file-texts.ts';
import { noteSampled } from '../../../../src/recorder/scripts/sampled-scripts.ts';
import {
  type LoadMap,
  noteAnswer,
  type RanScript,
  ScriptTexts,
  sumOfSamples,
  WORTH_AT_END,
} from '../../../../src/recorder/scripts/script-texts.ts';
import { useScratch } from '../../../support/scratch.ts';

const TEXT = `'use strict';
const add = (a, b) => a + b;
module.exports = { add };
`;
const ADD = { line: 2, column: 12 };

describe('which text ran', () => {
  const scratch = useScratch();
  /** When scripts are loaded: all that is written now is older, unless it is dated later. */
  const loadedAt = Date.now() + 3_600_000;
  let id = 0;

  async function script(name: string, { text = TEXT, writtenAt = Date.now(), ...more } = {}): Promise<RanScript> {
    const file = scratch(name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    await utimes(file, new Date(writtenAt), new Date(writtenAt));
    return { id: ++id, url: pathToFileURL(file).href, samples: 100, functions: [ADD], loadedAt, ...more };
  }

  /** What is known of scripts, by file name: `file`, `text` or `map`. `answers`: what the program says when it is asked. */
  async function known(
    scripts: readonly RanScript[],
    answers?: (script: RanScript) => Partial<AskedScript>,
    loadMap?: LoadMap,
  ) {
    const all = sumOfSamples(scripts);
    const texts = new ScriptTexts({
      files: new FileTexts(),
      journal: { append: () => undefined },
      scripts: () => Promise.resolve({ scripts, all }),
      needsText: () => false,
      loadMap,
      note: (found) => noteSampled(found, new Map(), loadMap === undefined),
    });
    let asked = 0;
    await texts.look(WORTH_AT_END, (missing, wantsText) => {
      asked = missing.length;
      const answer = missing.map((each) => {
        const { text, ...named } = {
          id: each.id,
          url: each.url,
          sourceMapUrl: '',
          length: undefined,
          ...answers?.(each),
        };
        return [each, wantsText(each, named) ? { ...named, text } : named] as const;
      });
      return Promise.resolve(answers && new Map(answer));
    });
    const kinds = texts.notes().map(({ url, source, sourceMapUrl, sourceMap }) => {
      const kind = source !== undefined ? 'text' : sourceMapUrl ? 'map' : 'file';
      return [path.posix.basename(url), sourceMap === undefined ? kind : `${kind} and ${sourceMap}`];
    });
    return { asked, ...(Object.fromEntries(kinds) as Record<string, string>) };
  }

  it('is the file’s where it was not written since, and functions begin where the runtime says', async () => {
    assert.deepEqual(await known([await script('a.js')]), { asked: 0, 'a.js': 'file' });
    const moved = { ...(await script('b.js')), functions: [{ line: 3, column: 12 }] };
    const late = await script('late.js', { writtenAt: loadedAt + 1000 });
    const gone = { ...moved, id: ++id, url: 'file:///gone/c.js' };
    const typed = await script('a.ts');
    for (const other of [moved, late, gone, typed, { ...gone, id: ++id, url: 'evalmachine' }])
      assert.deepEqual(await known([other]), { asked: 1 }, other.url);
  });

  it('is the file’s with or without a byte order mark, which only its length tells', async () => {
    const marked = await script('mark.js', { text: `\uFEFF${TEXT}` });
    assert.deepEqual(await known([marked]), { asked: 1 });
    for (const length of [TEXT.length, TEXT.length + 1])
      assert.deepEqual(await known([{ ...marked, length }]), { asked: 0, 'mark.js': 'file' });
  });

  it('is the file’s of a script without sampled functions by another script of its package, or by its length', async () => {
    const inPackage = await script('node_modules/x/lib/a.js');
    const beside = { ...(await script('node_modules/x/b.js')), functions: [] };
    const elsewhere = { ...(await script('src/c.js')), functions: [] };
    assert.deepEqual(await known([inPackage, beside]), { asked: 0, 'a.js': 'file', 'b.js': 'file' });
    assert.deepEqual(await known([inPackage, elsewhere]), { asked: 1, 'a.js': 'file' });
    assert.deepEqual(await known([inPackage, { ...elsewhere, samples: 0 }]), { asked: 0, 'a.js': 'file' });
    assert.deepEqual(await known([{ ...elsewhere, length: TEXT.length }]), { asked: 0, 'c.js': 'file' });
  });

  it('is what the program says, which has the map where the text has one', async () => {
    const made = { ...(await script('made.js')), functions: [{ line: 1, column: 40 }] };
    assert.deepEqual(await known([made], () => ({ text: 'other' })), { asked: 1, 'made.js': 'text' });
    assert.deepEqual(await known([made], () => ({ sourceMapUrl: 'made.js.map' })), { asked: 1, 'made.js': 'map' });
    const written = await script('written.js', { writtenAt: loadedAt + 1000 });
    assert.deepEqual(await known([written], () => ({ text: TEXT })), { asked: 1, 'written.js': 'file' });
  });

  it('is told by its own hash where its file was built again, whose map is for another text', async () => {
    const url = '//# sourceMappingURL=built.js.map\n';
    const built = await script('built.js', { text: `new();\n${TEXT}${url}`, writtenAt: loadedAt + 1000 });
    const file = await new FileTexts().read(scratch('built.js'));
    const ran = { id: built.id, url: built.url, sourceMapUrl: 'built.js.map', length: undefined };
    const hashOf = (text: string) => noteAnswer(built, { ...ran, text }, file).note.contentHash;
    assert.equal(hashOf(`new();\n${TEXT}${url}`), file?.note.contentHash);
    assert.notEqual(hashOf(`${TEXT}${url}`), file?.note.contentHash);
    const wanted: boolean[] = [];
    const texts = new ScriptTexts({
      ...{ files: new FileTexts(), journal: { append: () => undefined }, needsText: () => false, note: () => [] },
      scripts: () => Promise.resolve({ scripts: [built], all: 100 }),
    });
    await texts.look(WORTH_AT_END, (missing, wantsText) => {
      for (const sourceMapUrl of ['built.js.map', 'other.map'])
        wanted.push(wantsText(missing[0], { ...ran, sourceMapUrl }));
      return Promise.resolve(undefined);
    });
    assert.deepEqual(wanted, [true, false]);
  });

  it('is kept of a page, with the map that its server has', async () => {
    const loadMap: LoadMap = (url, map) => Promise.resolve(map === 'gone.map' ? undefined : `${map} of ${url}`);
    const page = { id: ++id, url: 'http://localhost/a.js', samples: 100, functions: [], loadedAt: undefined };
    const ask = (sourceMapUrl: string) => known([page], () => ({ sourceMapUrl, text: TEXT }), loadMap);
    const inside = `data:application/json,${encodeURIComponent('{}')}`;
    assert.deepEqual(await ask('a.map'), { asked: 1, 'a.js': `text and a.map of ${page.url}` });
    assert.deepEqual(await ask('gone.map'), { asked: 1, 'a.js': 'text' });
    assert.deepEqual(await ask(inside), { asked: 1, 'a.js': 'text and {}' });
  });

  it('is the file’s where its types are blank', async () => {
    const typed = await script('types.ts', { text: 'let a: number = 1;\n' });
    const text = 'let a         = 1;\n\n//# sourceURL=types.ts';
    assert.deepEqual(await known([typed], () => ({ text })), { asked: 1, 'types.ts': 'file' });
  });

  it('is the file’s by its length where nobody knows when it was loaded', async () => {
    const attached = { ...(await script('ran-before.js')), loadedAt: undefined };
    assert.deepEqual(await known([attached], () => ({ length: TEXT.length, text: 'not asked for' })), {
      asked: 1,
      'ran-before.js': 'file',
    });
    assert.deepEqual(await known([attached], () => ({ length: 7, text: 'made up' })), {
      asked: 1,
      'ran-before.js': 'text',
    });
  });

  it('is the file’s in the wrapper of jest, whether its length tells that or its text', async () => {
    const wrapper = { line: 1, column: 31 };
    const head = '({"Object.<anonymous>":function(module,exports){';
    const text = `${head}${TEXT}\n}});`;
    const wrapped = { ...(await script('wrapped.js')), functions: [wrapper, ADD] };
    assert.deepEqual(await known([{ ...wrapped, length: text.length }]), { asked: 0, 'wrapped.js': 'file' });
    for (const answer of [{ length: text.length }, { text }])
      assert.deepEqual(await known([wrapped], () => answer), { asked: 1, 'wrapped.js': 'file' });
    const moved = { ...wrapped, id: ++id, functions: [wrapper, { line: 3, column: 12 }] };
    assert.deepEqual(await known([{ ...moved, length: text.length }]), { asked: 1 });
    const named = await script('named.js', { text: `${TEXT}//# sourceMappingURL=named.js.map\n` });
    const file = await new FileTexts().read(scratch('named.js'));
    const ran = `${head}${TEXT}//# sourceMappingURL=named.js.map\n\n}});`;
    const answer = { id: named.id, url: named.url, sourceMapUrl: 'named.js.map', length: ran.length, text: ran };
    assert.equal(noteAnswer(named, answer, file).note.contentHash, file?.note.contentHash, 'it was not built again');
  });

  it('is no text of another script of that url, unless it agrees', async () => {
    const made = { ...(await script('again.js')), functions: [{ line: 1, column: 4 }] };
    const other = (text: string) => () => ({ id: 9999, text });
    assert.deepEqual(await known([made], other('let a;')), { asked: 1 });
    assert.deepEqual(await known([made], other('let (a) => a')), { asked: 1, 'again.js': 'text' });
  });
});
