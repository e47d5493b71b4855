import assert from 'node:assert/strict';
import { doubtForeignLines, precisionNames, type RecordingFacts } from '../../../src/core/index.ts';

import { analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';

/** How sure lines are, by `file:line`. */
function precisions(stacks: readonly string[], facts: Partial<RecordingFacts> = {}): Record<string, string> {
  const profile = profileFromStacks(stacks, { facts: { sampler: 'inspector', v8Version: '11.3.244.8', ...facts } });
  const { lines, sources } = analysisOfProfile(doubtForeignLines(profile));
  return Object.fromEntries(
    Array.from(lines.line, (line, row) => [
      `${sources[lines.source[row]].path}:${line}`,
      precisionNames[lines.precision[row]],
    ]),
  );
}

describe('doubtForeignLines', () => {
  const inlined = ['main:10', 'main:7', 'main:9 > distance:10', 'main:9 > distance:4'];

  it('makes a line an estimate on whose number a called function of another file was sampled', () => {
    assert.deepEqual(precisions(inlined), {
      '/app/main.js:10': 'estimated',
      '/app/main.js:7': 'exact',
      '/app/distance.js:10': 'exact',
      '/app/distance.js:4': 'exact',
    });
  });

  it('leaves lines alone on whose number only others were sampled: what nothing here called, or is in this file', () => {
    for (const stacks of [
      ['main:10', 'other:9 > distance:10', 'main:9 > between:3 > distance:10'],
      ['main:10', 'main:9 > main:10'],
    ])
      assert.equal(precisions(stacks)['/app/main.js:10'], 'exact');
  });

  it('leaves recordings alone that tell inlined code apart', () => {
    for (const facts of [{ v8Version: '14.1.146.11' }, { sampler: 'v8log' }, { v8Version: undefined }] as const)
      assert.equal(precisions(inlined, facts)['/app/main.js:10'], 'exact');
  });
});
