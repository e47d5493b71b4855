import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { FrameKind, type Script } from '../../../src/core/index.ts';
import { createMapCache, mapPositions, type MapCache } from '../../../src/source-maps/index.ts';
import { drawMappings } from '../../support/encode-mappings.ts';
import { useScratch } from '../../support/scratch.ts';

describe('a cache of maps', () => {
  it('finds a value only under the stamp that it was kept with', () => {
    const cache = createMapCache();
    cache.set('map /a', '10 1', 'first', 100);
    assert.equal(cache.get('map /a', '10 1'), 'first');
    assert.equal(cache.get('map /b', '10 1'), undefined);
    assert.equal(cache.get('map /a', '10 2'), undefined);
    assert.equal(cache.size, 0, 'what is out of date is let go');
  });

  it('holds no more bytes than allowed, and lets go of what was used least recently', () => {
    const cache = createMapCache(3000);
    cache.set('a', '', 'a', 1000);
    cache.set('b', '', 'b', 1000);
    assert.equal(cache.get('a', ''), 'a');
    cache.set('c', '', 'c', 1000);
    assert.equal(cache.get('b', ''), undefined);
    assert.equal(cache.get('a', ''), 'a');
    assert.equal(cache.get('c', ''), 'c');
    assert.ok(cache.size <= 3000);
    cache.set('huge', '', 'huge', 5000);
    assert.equal(cache.get('huge', ''), undefined);
    assert.equal(cache.get('a', ''), 'a', 'nothing makes room for what does not fit at all');
    cache.set('a', '', 'a again', 10);
    assert.equal(cache.get('a', ''), 'a again');
    assert.ok(cache.size < 3000 - 1000);
  });
});

describe('mapping again', () => {
  const at = useScratch();
  let found: string[] = [];
  const CODE = 'x();\n//# sourceMappingURL=out.js.map\n';

  /** A cache that records what was found in it. */
  function watched(): MapCache {
    const cache = createMapCache();
    return {
      get: (key, stamp) => {
        const value = cache.get(key, stamp);
        if (value !== undefined) found.push(key.replace(at(), ''));
        return value;
      },
      set: (key, stamp, value, bytes) => cache.set(key, stamp, value, bytes),
      idOf: (value) => cache.idOf(value),
      get size() {
        return cache.size;
      },
    };
  }

  function writeMap(originalLine: number): void {
    const mappings = drawMappings(`0=a${originalLine}`);
    const map = { version: 3, sources: ['a.ts'], sourcesContent: ['one()\ntwo()\nthree()\n'], names: [], mappings };
    writeFileSync(at('out.js.map'), JSON.stringify(map));
  }

  /** Files that were written just now are not trusted to stay as they are. */
  const settle = () => sleep(60);

  async function mapOnce(
    cache: MapCache,
    script: Partial<Script> = {},
  ): Promise<{ line: number; codes: string[]; hash: string | undefined }> {
    found = [];
    const request = {
      scripts: [
        {
          url: pathToFileURL(at('out.js')).href,
          contentHash: createHash('sha256').update(CODE).digest('hex'),
          ...script,
        },
      ],
      positions: { script: new Int32Array(1), line: Int32Array.of(1), column: Int32Array.of(0) },
      frames: { name: ['x'], position: Int32Array.of(0), kind: Uint8Array.of(FrameKind.script) },
    };
    const mapping = await Promise.resolve(mapPositions(request, { cache }));
    const source = mapping.sources[mapping.positions.source[0]];
    return {
      line: mapping.positions.line[0],
      codes: mapping.diagnostics.map((each) => each.code),
      hash: source.contentHash,
    };
  }

  beforeEach(async () => {
    writeFileSync(at('a.ts'), 'one()\ntwo()\nthree()\n');
    writeFileSync(at('out.js'), CODE);
    writeMap(2);
    await settle();
  });

  it('does not take the map apart again, nor read what did not change', async () => {
    const cache = watched();
    const first = await mapOnce(cache);
    assert.equal(found.length, 0);
    assert.deepEqual(await mapOnce(cache), first);
    const kinds = found.map((key) => key.replace(/compared to \d+ \d+/, 'compared'));
    for (const expected of ['map /out.js.map', 'hash /out.js', 'compared /a.ts']) {
      assert.ok(kinds.includes(expected), `${expected} in ${kinds.join(', ')}`);
    }
  });

  it('knows maps without a file by what is in them: those of the recording, and of urls', async () => {
    const cache = watched();
    const text = readFileSync(at('out.js.map'), 'utf8');
    const asUrl = `data:application/json,${encodeURIComponent(text)}`;
    for (const map of [{ sourceMap: text }, { sourceMapUrl: asUrl }]) {
      const first = await mapOnce(cache, map);
      assert.equal(first.line, 2);
      for (const key of found) assert.doesNotMatch(key, / of |compared/);
      assert.deepEqual(await mapOnce(cache, map), first);
      const kinds = found.map((key) => key.replace(/compared to \d+ \d+/, 'compared').replace(/ of \w{64}$/, ''));
      assert.ok(kinds.includes('sourceMap' in map ? 'map' : 'data url') && kinds.includes('compared /a.ts'));
    }
    const other = text.replace(/"mappings":"\w+"/, `"mappings":"${drawMappings('0=a3')}"`);
    assert.equal((await mapOnce(cache, { sourceMap: other })).line, 3);
  });

  it('sees that the map was written again, also with the same length', async () => {
    const cache = createMapCache();
    assert.equal((await mapOnce(cache)).line, 2);
    await settle();
    writeMap(3);
    assert.equal((await mapOnce(cache)).line, 3);
    await settle();
    assert.equal((await mapOnce(cache)).line, 3);
  });

  it('sees that an original or the program was changed, and that it was put back', async () => {
    const cache = createMapCache();
    const before = await mapOnce(cache);
    assert.deepEqual(before.codes, []);
    writeFileSync(at('a.ts'), 'two()\none()\nthree()\n');
    assert.deepEqual((await mapOnce(cache)).codes, ['source-changed']);
    await settle();
    assert.deepEqual((await mapOnce(cache)).codes, ['source-changed']);
    assert.deepEqual((await mapOnce(cache)).codes, ['source-changed'], 'also from what is kept');
    writeFileSync(at('a.ts'), 'one()\ntwo()\nthree()\n');
    assert.deepEqual(await mapOnce(cache), before);
    writeFileSync(at('out.js'), CODE.replace('x', 'y'));
    assert.deepEqual((await mapOnce(cache)).codes, ['source-map-stale']);
  });
});
