import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readKeptMap } from '../../../../src/recorder/scripts/kept-map.ts';
import { useScratch } from '../../../support/scratch.ts';

describe('the source map that a recording holds', () => {
  const scratch = useScratch();
  const later = Date.now() + 1e6;

  async function write(name: string, content: object | string): Promise<string> {
    const file = scratch(name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  }
  const mapOf = (sources: readonly (string | null)[], more: object = {}) => ({
    ...{ version: 3, names: [], mappings: 'AAAA', sources, ...more },
  });
  const textsIn = (map: string | undefined): unknown =>
    (JSON.parse(map ?? '{}') as { sourcesContent?: unknown }).sourcesContent;

  it('has the texts of its originals, seen from where it is', async () => {
    await write('src/a b.ts', 'a');
    await write('src/c.ts', 'c on disk');
    const map = mapOf(['a%20b.ts', 'c.ts', null, 'gone.ts'], { sourceRoot: '../src', sourcesContent: [null, 'c'] });
    await write('maps/app.js.map', map);
    const kept = await readKeptMap(scratch('out/app.js'), later, '../maps/app.js.map');
    assert.deepEqual(textsIn(kept), ['a', 'c', null, null]);
  });

  it('is as it stands where it has all texts, or is no map', async () => {
    for (const text of ['{ "sources": ["x.ts"], "sourcesContent": ["x"] }', 'no JSON', '{"sections":[]}']) {
      await write('whole.js.map', text);
      assert.equal(await readKeptMap(scratch('whole.js'), later, 'whole.js.map'), text);
    }
  });

  it('has nothing of what was edited after the build, of packages, and of what is no code', async () => {
    await write('new.ts', 'edited');
    await write('node_modules/p/p.ts', 'p');
    await write('secret.pem', 'secret');
    await write('node_modules/.cache/own.ts', 'own');
    await write('app.js.map', mapOf(['new.ts', 'node_modules/p/p.ts', 'secret.pem', 'node_modules/.cache/own.ts']));
    const kept = await readKeptMap(scratch('app.js'), Date.now() - 1e6, 'app.js.map');
    assert.deepEqual(textsIn(kept), [null, null, null, null]);
    const ofPackages = await readKeptMap(scratch('app.js'), later, 'app.js.map');
    assert.deepEqual(textsIn(ofPackages), ['edited', null, null, 'own']);
  });

  it('has as many texts as it may be large', async () => {
    const large = ' '.repeat(1.5 * 1024 * 1024);
    for (const name of ['1.ts', '2.ts', '3.ts']) await write(name, large);
    await write('4.ts', 'small');
    await write('app.js.map', mapOf(['1.ts', '2.ts', '3.ts', '4.ts']));
    const kept = textsIn(await readKeptMap(scratch('app.js'), later, 'app.js.map')) as readonly (string | null)[];
    assert.deepEqual([kept.filter((text) => text === large).length, kept[3]], [2, 'small']);
  });

  it('is unknown where it is on no disk, too large, or of a package', async () => {
    await write('large.js.map', ' '.repeat(4 * 1024 * 1024 + 1));
    await write('node_modules/p/p.js.map', mapOf([]));
    for (const [script, url] of [
      ['app.js', 'gone.js.map'],
      ['app.js', 'https://example.com/app.js.map'],
      ['app.js', 'http://'],
      ['large.js', 'large.js.map'],
      ['node_modules/p/p.js', 'p.js.map'],
    ])
      assert.equal(await readKeptMap(scratch(script), later, url), undefined, url);
  });
});
