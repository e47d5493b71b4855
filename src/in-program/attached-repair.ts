/**
 * Evaluated by the recorder in a program that runs, where its user lets Heatline load its addon into it. Bundled alone.
 */
import { readFileSync } from 'node:fs';
import { type Addon, leaveNotes, openAddon, prepareFrameRepair } from './frame-repair/frame-repair.ts';
import type { AttachedRepair, NoteFiles } from '../recording/rendezvous.ts';

/**
 * Loads the addon, whose absolute path is given; it stays until the program ends. `notes`: where this thread leaves its notes. Never
 * throws.
 */
export function prepareAttachedRepair(binary: string, notes: NoteFiles | undefined): AttachedRepair {
  const opened = openAddon(binary);
  const { addon } = opened;
  const holdsSamples = addon?.holdSamples() === 1;
  if (addon && notes) leaveNotes(addon, notes);
  if (addon) hurryWhereHarmless(addon);
  const repair = prepareFrameRepair(opened);
  // Reading V8's builtins takes its time, which is not to be sampled; V8 takes no samples yet, which is told.
  repair.install();
  return { holdsSamples, ...repair };
}

/** A service may be started such that it is killed for setting what has to do with scheduling. */
function hurryWhereHarmless(addon: Addon): void {
  try {
    if (/^Seccomp:\s*0$/m.test(readFileSync('/proc/self/status', 'latin1'))) addon.hurrySamplers();
  } catch {
    // It is not known, so it is left alone.
  }
}
