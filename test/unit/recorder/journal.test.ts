import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { Journal } from '../../../src/recorder/disk/journal.ts';
import { readJournals } from '../../../src/readers/unfinished/read-unfinished.ts';
import { useScratch } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

describe('a journal that is written again', () => {
  const scratch = useScratch();
  const part = (at: number) => ({
    part: {
      ...{ startTime: at, endTime: at + 1000, frames: [] as string[], hits: [], ticks: [] },
      ...{ nodes: [] as [number, number][], samples: [1], times: [500] },
    },
  });
  const root = { ...part(0).part, nodes: [[0, 0] as [number, number]], frames: ['{"functionName":"(root)","url":""}'] };

  /** How many samples a recorder leaves that is killed when the folder is as this copy of it. */
  const samplesIn = async (name: string): Promise<number> => {
    const state = (await readJournals(scratch(name))).at(0);
    return state?.profile?.sampleCount ?? 0;
  };

  it('is the old one until the new one is whole, and misses nothing that came meanwhile', async () => {
    mkdirSync(scratch('run'));
    const journal = new Journal(scratch('run', 'thread-1.journal'));
    journal.appendFacts('{"version":1}');
    journal.append({ part: root });
    for (let at = 1; at < 50; at++) journal.append(part(at * 1000));
    await until('the first records are on disk', async () => (await samplesIn('run')) === 50);
    const copies = ['early', 'middle', 'late'];
    function* records() {
      yield { part: root };
      for (let at = 0; at < 30_000; at++) {
        if (at % 10_000 === 9999) cpSync(scratch('run'), scratch(copies[Math.floor(at / 10_000)]), { recursive: true });
        yield part(at * 1000);
      }
    }
    const isNew = journal.rewrite(records());
    journal.append(part(5e9));
    await isNew;
    for (const copy of copies) assert.ok([50, 51].includes(await samplesIn(copy)), copy);
    assert.equal(await samplesIn('run'), 30_002);
    const [{ facts }] = await readJournals(scratch('run'));
    assert.deepEqual([facts, readdirSync(scratch('run'))], [{ version: 1 }, ['thread-1.journal']]);
    journal.append(part(6e9));
    await until('it is appended to the new one', async () => (await samplesIn('run')) === 30_003);
  });
});
