import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FACTS_KEY } from '../../../src/recorder/raw-profile.ts';
import { retellEnding } from '../../../src/recorder/section-facts.ts';

const told = { version: 1, end: { kind: 'exit' }, findings: [], note: 'é\u{1F525}' };
const ending = { kind: 'exit', code: 7 } as const;

describe('the ending of a section that is on disk', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-test-'));
    file = path.join(folder, 'section-1');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is told anew in a profile, of which the rest stays', async () => {
    const profile = '{"nodes":[],"startTime":0,"endTime":1';
    await writeFile(file, `${profile}${FACTS_KEY}${JSON.stringify(told)}}\n`);
    await retellEnding({ format: 'cpuprofile', file, profileEnd: profile.length }, ending);
    const text = await readFile(file, 'utf8');
    assert.ok(text.startsWith(profile) && text.endsWith('}\n'));
    assert.deepEqual(JSON.parse(text), { nodes: [], startTime: 0, endTime: 1, $heatline: { ...told, end: ending } });
  });

  for (const length of [10, 300_000])
    it(`is told anew in a V8 log, with ${length} characters of other facts`, async () => {
      const log = 'v8-version,14,6\ntick,0x1,2,0,0x0,0\n';
      const facts = { ...told, args: ['x'.repeat(length)] };
      await writeFile(file, `${log}heatline,${JSON.stringify(facts)}\n`);
      await retellEnding({ format: 'v8log', file, profileEnd: NaN }, { kind: 'stopped', by: 'user' });
      const text = await readFile(file, 'utf8');
      assert.equal(text, `${log}heatline,${JSON.stringify({ ...facts, end: { kind: 'stopped', by: 'user' } })}\n`);
    });

  it('may be shorter than what was told before', async () => {
    const facts = { end: { kind: 'exit', code: 1, error: 'x'.repeat(200) } };
    await writeFile(file, `heatline,${JSON.stringify(facts)}\n`);
    await retellEnding({ format: 'v8log', file, profileEnd: NaN }, ending);
    assert.equal(await readFile(file, 'utf8'), `heatline,${JSON.stringify({ end: ending })}\n`);
  });
});
