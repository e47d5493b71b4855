import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Section, TreeCpu } from '../../../src/recorder/disk/section.ts';
import { FACTS_KEY } from '../../../src/recorder/disk/write-profile.ts';
import { writeRecording } from '../../../src/recorder/disk/write-recording.ts';
import { parseThreadIndex, type ThreadFacts } from '../../../src/recording/threads.ts';
import { useScratch } from '../../support/scratch.ts';
import { smallLog } from '../readers/v8-log/log-text.ts';

const facts: ThreadFacts = { id: 1, kind: 'main', name: 'a.js', pid: 7, recorded: true, cpuUs: 400_000 };
const note = JSON.stringify({ version: 1, findings: [], scripts: [], note: 'é\u{1F525}', thread: facts });
const profile =
  '{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"}}],"startTime":0,"endTime":1000,"samples":[1],"timeDeltas":[0]';
const texts = {
  cpuprofile: `${profile}${FACTS_KEY}${note}}\n`,
  v8log: [...smallLog, 'tick,0x9012,1000,0,0x0,0', `heatline,${note}`, ''].join('\n'),
} as const;
const pool: TreeCpu = {
  unrecorded: [{ name: 'a.js', pid: 7, processes: 1, cpuUs: 1_600_000, reason: 'helper-threads' }],
  treeCpuUs: 2_000_000,
};

describe('the recording of one thread', () => {
  const scratch = useScratch();

  async function write(format: 'cpuprofile' | 'v8log', treeCpu: TreeCpu): Promise<string> {
    const section: Section = { format, file: scratch(`section-${format}`), profileEnd: profile.length };
    writeFileSync(section.file, texts[format]);
    return writeRecording(scratch(`written.${format}`), [{ facts, section }], treeCpu);
  }

  for (const format of ['cpuprofile', 'v8log'] as const) {
    it(`knows what the threads without JavaScript beside it used (.${format})`, async () => {
      const { unrecorded, threads } = await analyze(await write(format, pool));
      assert.equal(threads.length, 1);
      assert.deepEqual([unrecorded?.cpuTime, unrecorded?.share], [1_600_000, 0.8]);
      assert.deepEqual(
        unrecorded?.parts.map(({ reason }) => reason),
        ['helper-threads'],
      );
    });

    it(`is its samples as they are where the system tells no CPU times (.${format})`, async () => {
      assert.equal(readFileSync(await write(format, { unrecorded: [] }), 'utf8'), texts[format]);
    });
  }

  it('is a profile as before, with an index that knows how long it is', async () => {
    const text = readFileSync(await write('cpuprofile', pool), 'utf8');
    const { $heatline, ...rest } = JSON.parse(text) as { $heatline: { threads: unknown; note: string } };
    assert.deepEqual(rest, JSON.parse(`${profile}}`));
    assert.equal($heatline.note, 'é\u{1F525}');
    assert.deepEqual(parseThreadIndex($heatline.threads)?.threads[0].at, [0, Buffer.byteLength(text)]);
  });
});
