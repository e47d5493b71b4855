import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { Journal } from '../../../src/recorder/disk/journal.ts';
import { readJournals } from '../../../src/readers/unfinished/read-unfinished.ts';
import { useScratch } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

describe('the journal of a thread', () => {
  const scratch = useScratch();
  const samples = (keptOneIn: number, text: string) => ({ keptOneIn, write: () => [text] });
  const stateOf = async (journal: string) => (await readJournals(journal))[0];

  it('has its samples beside it as a whole profile', async () => {
    const folder = scratch('run');
    mkdirSync(folder);
    const journal = new Journal(scratch('run', 'thread-1.journal'));
    journal.append({ facts: { version: 1 } });
    await journal.writeSamples(samples(2, '{"nodes":[]'));
    await until('the journal tells', async () => (await stateOf(folder))?.profile !== undefined);
    const { facts, profile } = await stateOf(folder);
    assert.deepEqual([facts, profile], [{ version: 1 }, { file: 'thread-1.cpuprofile', keptOneIn: 2 }]);
    assert.equal(readFileSync(scratch('run', 'thread-1.cpuprofile'), 'utf8'), '{"nodes":[]}');
    assert.deepEqual(readdirSync(folder).sort(), ['thread-1.cpuprofile', 'thread-1.journal']);
  });

  it('leaves no half of samples that could not be written', async () => {
    const journal = new Journal(scratch('dies', 'thread-1.journal'));
    function* write() {
      yield '{"nodes":';
      throw new Error('ENOSPC');
    }
    await journal.writeSamples({ keptOneIn: 1, write });
    assert.deepEqual(readdirSync(scratch('dies')), []);
  });
});
