import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { noteLogged, openLoggedTexts } from '../../../../src/recorder/scripts/logged-texts.ts';
import { scriptText } from '../../../../src/recorder/scripts/file-texts.ts';
import { useScratch } from '../../../support/scratch.ts';

describe('the scripts of a V8 log whose texts are looked for', () => {
  const scratch = useScratch();

  /** Of a log in which a script of this name has nearly all ticks. */
  async function urlsIn(url: string): Promise<string[]> {
    const log = scratch('program.v8log');
    const code = `code-creation,JS,10,15,0x1000,99,hot ${url}:1:10,0x90,~\ncode-source-info,0x1000,7,9,83,C0O9,,\n`;
    const ticks = Array.from({ length: 50 }, (_, i) => `tick,0x1010,${1000 * i},0,0x0,0\n`);
    await writeFile(log, code + ticks.join(''));
    const texts = await openLoggedTexts(log, Date.now());
    const { scripts, all } = await texts.scripts();
    await texts.close();
    assert.equal(all, 50);
    return scripts.map((script) => script.url);
  }

  it('are those of the program, and not those of the recorder, nor of Node', async () => {
    assert.deepEqual(await urlsIn('/no/such/file.js'), ['/no/such/file.js']);
    for (const url of ['heatline:recorder', 'node:fs']) assert.deepEqual(await urlsIn(url), []);
  });

  it('are noted once each, and twice where lines begin elsewhere, in a wrapper', () => {
    const known = ['f();\n', 'f();\n', '(f();\n)'].map((text, id) => ({
      script: { id, url: 'a.js' },
      text: scriptText(text),
      note: { url: 'a.js', contentHash: '00' },
    }));
    const notes = noteLogged(known);
    assert.deepEqual(
      notes.map(({ ids }) => ids),
      [[0, 1], [2]],
    );
    assert.notEqual(notes[0].lines, notes[1].lines);
  });
});
