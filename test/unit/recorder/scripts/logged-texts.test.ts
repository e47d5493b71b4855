import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { FileTexts } from '../../../../src/recorder/scripts/file-texts.ts';
import type { InspectorConnection } from '../../../../src/recorder/inspector-connection.ts';
import { LoggedTexts } from '../../../../src/recorder/scripts/logged-texts.ts';
import { useScratch } from '../../../support/scratch.ts';

describe('texts that the program is asked for', () => {
  const scratch = useScratch();

  /** What is asked where a script of this name has nearly all ticks of a log. */
  async function askedFor(url: string): Promise<string[]> {
    const log = scratch('program.v8log');
    const code = `code-creation,JS,10,15,0x1000,99,hot ${url}:1:10,0x90,~\ncode-source-info,0x1000,7,9,83,C0O9,,\n`;
    const ticks = Array.from({ length: 50 }, (_, i) => `tick,0x1010,${1000 * i},0,0x0,0\n`);
    await writeFile(log, code + ticks.join(''));
    const texts = await LoggedTexts.open(log, Date.now(), new FileTexts());
    const asked: string[] = [];
    const send = (method: string): Promise<object> => Promise.resolve(asked.push(method)).then(() => ({}));
    await texts.look();
    await texts.ask({ send, on: () => undefined } as unknown as InspectorConnection, true);
    await texts.close();
    return asked;
  }

  it('are those that no file has', async () => {
    assert.deepEqual(await askedFor('/no/such/file.js'), ['Debugger.enable', 'Debugger.disable']);
  });

  it('are not those of the recorder, nor of Node', async () => {
    for (const url of ['heatline:recorder', 'node:fs']) assert.deepEqual(await askedFor(url), []);
  });
});
