import assert from 'node:assert/strict';
import type { Analysis } from '../../../src/core/index.ts';
import { fewest, most } from '../../support/chance.ts';
import { samplesOf } from '../../support/figures.ts';
import { BUSY } from '../../support/recording.ts';

/** Text of a program that can do one of four parts of its work in `quarter()`, and the rest in `most()`; all on line 1. */
export const QUARTERS = `${BUSY}
function quarter() { return busy(5); }
function most() { return busy(15); }
`;

/** Fails where the recording of such a program has lost or doubled samples of one of them. */
export function assertQuarter(analysis: Analysis): void {
  const [one, others] = [samplesOf(analysis, 'quarter'), samplesOf(analysis, 'most')];
  const all = one + others;
  assert.ok(all > 0, 'there are samples');
  assert.ok(one >= fewest(all, 0.25) && one <= most(all, 0.25), `quarter has ${one} of ${all} samples`);
}
