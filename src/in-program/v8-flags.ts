import type V8 from 'node:v8';
import type { Addon } from './frame-repair/frame-repair.ts';
import { loadModule } from './node-bindings.ts';
import type { FlagEffect } from '../recording/rendezvous.ts';

/** The first V8 with Maglev on by default (Node 24). */
const FIRST_WITH_MAGLEV = 13;
const WITHOUT_PEELING = '--no-maglev-loop-peeling';
const WITH_PEELING = '--maglev-loop-peeling';

/**
 * Keeps V8's positions of loops right. Maglev, V8's middle compiler, builds the body of a loop twice, once for the first
 * round ("peeling"), and gives every instruction of the second the position of the loop's head: both samplers then show
 * the body's time on the line of the `for`. Without peeling the positions are those of the source.
 *
 * V8 takes no code from a cache that was made under other flags than it has, neither Node's own modules nor what a program
 * has cached. Neither this flag nor those for the log, which are there from the start, change what is in such a cache; so V8
 * is made to overlook them.
 *
 * `addon` can do all this; `setFlags` is for where there is none. Loading
 * `node:v8` costs a program 2 to 8 ms, and older Nodes need it for nothing. `log`: the flags of a process that writes V8's log.
 * `version` (of V8) is for tests.
 */
export function adjustFlags(
  addon: Addon | undefined,
  log: FlagEffect | undefined,
  setFlags: (flags: string) => void = setV8Flags,
  version = process.versions.v8,
): void {
  const hasMaglev = Number.parseInt(version, 10) >= FIRST_WITH_MAGLEV;
  // V8 takes them apart at spaces.
  const logged = log?.ours.every((flag) => !/\s/.test(flag)) === true ? log : { ours: [], usual: [] };
  const ours = [...(hasMaglev ? [WITHOUT_PEELING] : []), ...logged.ours];
  const usual = [...(hasMaglev ? [WITH_PEELING] : []), ...logged.usual];
  if (ours.length === 0 || (addon?.setFlags(ours.join(' '), usual.join(' ')) ?? 0) > 0) return;
  if (hasMaglev) setFlags(WITHOUT_PEELING);
}

function setV8Flags(flags: string): void {
  (loadModule('node:v8') as typeof V8).setFlagsFromString(flags);
}
