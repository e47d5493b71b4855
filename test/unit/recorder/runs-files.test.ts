import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runsFiles } from '../../../src/recorder/runs-files.ts';
import { useScratch } from '../../support/scratch.ts';

const TEXT = `'use strict';
const add = (a, b) => a + b;
const twice = x => add(x, x);
class Sum { static of(list) { return list.reduce(add, 0); } }
async function go() { return twice(Sum.of([1])); }
module.exports = { go };
`;
/** Where V8 has them begin. */
const FUNCTIONS: readonly (readonly [number, number])[] = [
  [1, 12],
  [2, 14],
  [3, 21],
  [4, 17],
];

describe('whether a program runs its files as they are', () => {
  const scratch = useScratch();
  /** When the program starts: all that is written now is older, unless it is dated later. */
  const since = Date.now() + 3_600_000;
  const write = async (name: string, text = TEXT, writtenAt = Date.now()): Promise<string> => {
    const file = scratch(name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    await utimes(file, new Date(writtenAt), new Date(writtenAt));
    return pathToFileURL(file).href;
  };

  it('is known by where its functions begin', async () => {
    const script = { url: await write('a.js'), samples: 100, functions: FUNCTIONS };
    assert.equal(await runsFiles([script], since), true);
    // A loader that put a line before the text, or took a type out of it.
    const moved = FUNCTIONS.map(([line, column]) => [line + 1, column] as const);
    assert.equal(await runsFiles([{ ...script, functions: moved }], since), false);
    assert.equal(await runsFiles([{ ...script, functions: [...FUNCTIONS, [4, 21]] }], since), false);
    assert.equal(await runsFiles([{ ...script, functions: [...FUNCTIONS, [1, 900]] }], since), false);
    assert.equal(await runsFiles([{ ...script, functions: [...FUNCTIONS, [99, 0]] }], since), false);
  });

  it('is not known of a file that was written later, is no JavaScript, begins with a mark, or is gone', async () => {
    const functions = FUNCTIONS;
    const late = await write('late.js', TEXT, since + 1000);
    assert.equal(await runsFiles([{ url: late, samples: 100, functions }], since), false);
    const others = [await write('a.ts'), await write('b.js', `\uFEFF${TEXT}`), 'file:///gone/c.js', 'evalmachine'];
    for (const url of others)
      assert.equal(await runsFiles([{ url, samples: 100, functions }], since), false, `${url} is taken for a file`);
  });

  it('is known of what has no functions by another script of its package, or if hardly anything was sampled in it', async () => {
    const known = { url: await write('node_modules/x/lib/a.js'), samples: 90, functions: FUNCTIONS };
    const beside = { url: await write('node_modules/x/b.js'), samples: 50, functions: [] };
    const elsewhere = { url: await write('src/c.js'), samples: 50, functions: [] };
    assert.equal(await runsFiles([known, beside], since), true);
    assert.equal(await runsFiles([beside], since), false);
    assert.equal(await runsFiles([known, beside, elsewhere], since), false);
    assert.equal(await runsFiles([known, beside, { ...elsewhere, samples: 2 }], since), true);
  });
});
