import type V8 from 'node:v8';
import { findAddon } from './frame-repair/frame-repair.ts';
import { loadModule } from './node-bindings.ts';

/** The first V8 with Maglev on by default (Node 24). */
const FIRST_WITH_MAGLEV = 13;

/**
 * Keeps V8's positions of loops right. Maglev, V8's middle compiler, builds the body of a loop twice, once for the first
 * round ("peeling"), and gives every instruction of the second the position of the loop's head: both samplers then show
 * the body's time on the line of the `for`. Without peeling the positions are those of the source.
 * `addon`: path of the frame repair's binary, which can set V8's flag; `setFlags` is for where it does not load. Loading
 * `node:v8` costs a program 2 to 8 ms, and older Nodes need it for nothing. `version` (of V8) is for tests.
 */
export function keepLoopPositions(
  addon: string,
  setFlags: (flags: string) => void = setV8Flags,
  version = process.versions.v8,
): void {
  if (Number.parseInt(version, 10) < FIRST_WITH_MAGLEV) return;
  if (findAddon(addon)?.endLoopPeeling() !== true) setFlags('--no-maglev-loop-peeling');
}

function setV8Flags(flags: string): void {
  (loadModule('node:v8') as typeof V8).setFlagsFromString(flags);
}
