import assert from 'node:assert/strict';
import { chmod, utimes, writeFile } from 'node:fs/promises';
import { FileTexts } from '../../../../src/recorder/scripts/file-texts.ts';
import { useScratch } from '../../../support/scratch.ts';
import { wordsOf } from '../../../support/told.ts';

describe('what files hold', () => {
  const scratch = useScratch();

  async function written(name: string, text: string): Promise<string> {
    const file = scratch(name);
    await writeFile(file, text);
    return file;
  }

  it('is read once as long as they stay as they are', async () => {
    const file = await written('same.js', 'a();\nb();\n//# sourceMappingURL=same.js.map\n');
    const files = new FileTexts();
    const [one, other] = await Promise.all([files.read(file), files.read(file)]);
    assert.equal(one, other);
    assert.equal(await files.read(file), one);
    assert.equal(one?.note.sourceMapUrl, 'same.js.map');
    assert.deepEqual(wordsOf(one.texts, 'starts', 'length'), ['0,5,10,43 43']);
  });

  it('is read again where they changed', async () => {
    const file = await written('changed.js', 'a();\n');
    const files = new FileTexts();
    const before = await files.read(file);
    await written('changed.js', 'abc();\n');
    const after = await files.read(file);
    assert.notEqual(after?.note.contentHash, before?.note.contentHash);
    assert.deepEqual([before?.texts[0].length, after?.texts[0].length], [5, 7]);
  });

  it('has a map without what was edited after the build, even if the file was made executable since', async () => {
    const file = await written('built.js', 'a();\n//# sourceMappingURL=built.js.map\n');
    await utimes(file, 1e9, 1e9);
    await written('built.ts', 'edited');
    await written('built.js.map', JSON.stringify({ version: 3, names: [], mappings: 'AAAA', sources: ['built.ts'] }));
    await chmod(file, 0o755);
    const read = await new FileTexts().read(file);
    assert.match(read?.note.sourceMap ?? '', /"sourcesContent":\[null\]/);
  });

  it('is two texts where they begin with a byte order mark', async () => {
    const read = await new FileTexts().read(await written('mark.js', '\uFEFFa();\n'));
    assert.deepEqual(wordsOf(read?.texts, 'length'), ['6', '5']);
  });

  it('is unknown where they cannot be read, until they can', async () => {
    const files = new FileTexts();
    assert.equal(await files.read(scratch('later.js')), undefined);
    assert.equal(await files.read('/dev/null'), undefined);
    assert.equal((await files.read(await written('later.js', 'a();')))?.texts.length, 1);
  });
});
