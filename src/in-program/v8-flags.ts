import type V8 from 'node:v8';
import type { Addon } from './frame-repair/frame-repair.ts';
import { loadModule } from './node-bindings.ts';
import { WITH_BASELINE } from '../recording/rendezvous.ts';

/** The first V8 with Maglev on by default (Node 24). */
const FIRST_WITH_MAGLEV = 13;
const WITHOUT_PEELING = '--no-maglev-loop-peeling';

/**
 * The first V8 that tells in its log alone what optimised code was thrown out (Node 26). Earlier ones print it into the program's
 * output as well. V8's minor versions have one digit.
 */
const FIRST_WITH_SILENT_DEOPTS = 14.6;
const WITH_DEOPTS = '--log-deopt';

/**
 * Keeps V8's positions of loops right. Maglev, V8's middle compiler, builds the body of a loop twice, once for the first
 * round ("peeling"), and gives every instruction of the second the position of the loop's head: both samplers then show
 * the body's time on the line of the `for`. Without peeling the positions are those of the source.
 *
 * `hasLog`: V8 writes its log for the recorder. `notesBaseline`: that gets lines of baseline code, which its flags have switched off, by
 * notes. `addon` sets flags without `node:v8`, which costs a program 2 to 8 ms; `setFlags` is for where there is none. `version` (of V8)
 * is for tests.
 */
export function adjustFlags(
  addon: Addon | undefined,
  hasLog: boolean,
  notesBaseline: boolean,
  setFlags: (flags: string) => void = setV8Flags,
  version = process.versions.v8,
): void {
  const v8 = Number.parseFloat(version);
  const flags = [
    ...(v8 >= FIRST_WITH_MAGLEV ? [WITHOUT_PEELING] : []),
    ...(notesBaseline ? [WITH_BASELINE] : []),
    ...(hasLog && v8 >= FIRST_WITH_SILENT_DEOPTS ? [WITH_DEOPTS] : []),
  ].join(' ');
  if (flags !== '' && addon?.setFlags(flags) !== 1) setFlags(flags);
}

function setV8Flags(flags: string): void {
  (loadModule('node:v8') as typeof V8).setFlagsFromString(flags);
}
