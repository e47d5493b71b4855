import assert from 'node:assert/strict';
import { withOutcome } from '../../../src/cli/run-command.ts';
import type { Diagnostic } from '../../../src/recording/index.ts';
import { makeAnalysis } from './analysis-fixture.ts';

describe('what is noticed of a recording', () => {
  const processes = [{ pid: 12, name: 'server.js' }];
  const runsOn: Diagnostic = { code: 'processes-run-on', severity: 'warning', processes };

  it('is told once, though its facts stand beside one thread of several', () => {
    const inFile: Diagnostic = { ...runsOn, inThreads: ['main.js'] };
    const analysis = { ...makeAnalysis([]), diagnostics: [inFile] };
    assert.deepEqual(withOutcome(analysis, { diagnostics: [runsOn] }).diagnostics, [inFile]);
  });

  it('is told where the recording does not tell it', () => {
    const other: Diagnostic = { ...runsOn, processes: [{ pid: 13, name: 'server.js' }] };
    const analysis = { ...makeAnalysis([]), diagnostics: [other] };
    assert.deepEqual(withOutcome(analysis, { diagnostics: [runsOn] }).diagnostics, [other, runsOn]);
  });
});
