import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { FACTS_KEY } from '../../../src/recorder/disk/write-profile.ts';
import { updateEnding } from '../../../src/recorder/disk/section-facts.ts';
import { useScratch } from '../../support/scratch.ts';

const told = { version: 1, end: { kind: 'exit' }, findings: [], note: 'é\u{1F525}' };
const ending = { kind: 'exit', code: 7 } as const;

describe('the ending of a section that is on disk', () => {
  const scratch = useScratch();
  let file: string;
  before(() => (file = scratch('section-1')));

  it('is told anew in a profile, of which the rest stays', async () => {
    const profile = '{"nodes":[],"startTime":0,"endTime":1';
    await writeFile(file, `${profile}${FACTS_KEY}${JSON.stringify(told)}}\n`);
    await updateEnding({ format: 'cpuprofile', file, profileEnd: profile.length }, ending);
    const text = await readFile(file, 'utf8');
    assert.ok(text.startsWith(profile) && text.endsWith('}\n'));
    assert.deepEqual(JSON.parse(text), { nodes: [], startTime: 0, endTime: 1, $heatline: { ...told, end: ending } });
  });

  for (const length of [10, 300_000])
    it(`is told anew in a V8 log, with ${length} characters of other facts`, async () => {
      const log = 'v8-version,14,6\ntick,0x1,2,0,0x0,0\n';
      const facts = { ...told, args: ['x'.repeat(length)] };
      await writeFile(file, `${log}heatline,${JSON.stringify(facts)}\n`);
      await updateEnding({ format: 'v8log', file, profileEnd: NaN }, { kind: 'stopped', by: 'user' });
      const text = await readFile(file, 'utf8');
      assert.equal(text, `${log}heatline,${JSON.stringify({ ...facts, end: { kind: 'stopped', by: 'user' } })}\n`);
    });

  it('may be shorter than what was told before', async () => {
    const facts = { end: { kind: 'exit', code: 1, error: 'x'.repeat(200) } };
    await writeFile(file, `heatline,${JSON.stringify(facts)}\n`);
    await updateEnding({ format: 'v8log', file, profileEnd: NaN }, ending);
    assert.equal(await readFile(file, 'utf8'), `heatline,${JSON.stringify({ end: ending })}\n`);
  });
});
