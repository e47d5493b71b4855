import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finishLeftovers } from '../../../src/recorder/index.ts';
import { UNFINISHED_NOTE } from '../../../src/recording/journal.ts';
import { useScratch } from '../../support/scratch.ts';

describe('what a killed recorder has left', () => {
  const scratch = useScratch();

  it('is left alone where it is damaged or none, and what has no samples goes', async () => {
    const parent = scratch('left');
    const note = {
      version: 1,
      recorder: 2 ** 22 + 1,
      output: path.join(parent, 'a.cpuprofile'),
      program: 'a.js',
      startedAt: 0,
    };
    const files: Record<string, string> = {
      [`.heatline-damaged/${UNFINISHED_NOTE}`]: '{"version":1,',
      '.heatline-other/mine.txt': 'mine',
      [`.heatline-empty/${UNFINISHED_NOTE}`]: JSON.stringify(note),
      [`.heatline-cut/${UNFINISHED_NOTE}`]: JSON.stringify(note),
      '.heatline-cut/thread-1.journal': '{"facts":{"version":1}}\n{"part":{"startTime":1,',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(parent, name)), { recursive: true });
      await writeFile(path.join(parent, name), text);
    }
    assert.deepEqual(await finishLeftovers(parent), []);
    assert.deepEqual((await readdir(parent)).sort(), ['.heatline-damaged', '.heatline-other']);
    assert.equal(await readFile(path.join(parent, '.heatline-other/mine.txt'), 'utf8'), 'mine');
    assert.deepEqual(await finishLeftovers(path.join(parent, 'nowhere')), []);
  });
});
