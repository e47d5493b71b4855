import { createRequire } from 'node:module';
import type V8 from 'node:v8';

/** The first V8 with Maglev on by default (Node 24). */
const FIRST_WITH_MAGLEV = 13;

/**
 * Keeps V8's positions of loops right. Maglev, V8's middle compiler, builds the body of a loop twice, once for the first
 * round ("peeling"), and gives every instruction of the second the position of the loop's head: both samplers then show
 * the body's time on the line of the `for`. Without peeling the positions are those of the source.
 * `setFlags` and `version` (of V8) are for tests.
 */
export function keepLoopPositions(setFlags: (flags: string) => void = setV8Flags, version = process.versions.v8): void {
  if (Number.parseInt(version, 10) >= FIRST_WITH_MAGLEV) setFlags('--no-maglev-loop-peeling');
}

/** Loading `node:v8` costs a program up to 8 ms under the log, and older Nodes need it for nothing. */
function setV8Flags(flags: string): void {
  (createRequire(__filename)('node:v8') as typeof V8).setFlagsFromString(flags);
}
