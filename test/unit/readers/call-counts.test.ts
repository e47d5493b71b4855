import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { readCallCounts } from '../../../src/readers/call-counts.ts';
import { FormatError } from '../../../src/readers/format-error.ts';
import { useScratch } from '../../support/scratch.ts';

const whole = {
  callCounts: {
    version: 1,
    scripts: [{ url: '/a.js', names: ['f', ''], definitions: [1, 10, 2, 0], calls: [3, 0] }],
  },
};
const changed = (script: object): object => ({
  callCounts: { version: 1, scripts: [{ ...whole.callCounts.scripts[0], ...script }] },
});

describe('counted calls in a file', () => {
  const scratch = useScratch();

  async function read(text: string): ReturnType<typeof readCallCounts> {
    const file = scratch('a.calls.json');
    await writeFile(file, text);
    return readCallCounts(file);
  }

  it('are functions with their definitions and calls, also without what the recorder noted', async () => {
    const { request, calls, recording } = await read(JSON.stringify(whole));
    assert.deepEqual([...calls], [3, 0]);
    assert.deepEqual([...request.positions.line], [1, 2]);
    assert.deepEqual([...request.positions.column], [10, 0]);
    assert.deepEqual(request.frames.name, ['f', '']);
    assert.deepEqual(recording.diagnostics, []);
  });

  const broken: readonly (readonly [what: string, text: string])[] = [
    ['nothing', ''],
    ['half a file', JSON.stringify(whole).slice(0, 60)],
    ['null', 'null'],
    ['a list', '[]'],
    ['a CPU profile', '{"nodes":[],"samples":[]}'],
    ['calls below zero', JSON.stringify(changed({ calls: [-1, 0] }))],
    ['half a call', JSON.stringify(changed({ calls: [0.5, 0] }))],
    ['fewer calls than functions', JSON.stringify(changed({ calls: [1] }))],
    ['a line beyond every text', JSON.stringify(changed({ definitions: [2 ** 32 + 3, 0, 1, 0] }))],
    ['another version', JSON.stringify({ callCounts: { ...whole.callCounts, version: 2 } })],
  ];
  for (const [what, text] of broken) {
    it(`are not read from ${what}, in one sentence`, async () => {
      await assert.rejects(read(text), (error) => error instanceof FormatError && error.message.includes('count'));
    });
  }
});
