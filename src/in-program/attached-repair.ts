/**
 * Evaluated by the recorder in a program that runs, where its user lets Heatline load its addon into it. Bundled alone.
 */
import { openAddon, prepareFrameRepair } from './frame-repair/frame-repair.ts';
import type { AttachedRepair } from '../recording/rendezvous.ts';

/**
 * Loads the addon, whose absolute path is given; it stays until the program ends. `records`: how the names of files of records
 * begin. Never throws.
 */
export function prepareAttachedRepair(binary: string, records: string): AttachedRepair {
  const opened = openAddon(binary);
  const { addon } = opened;
  const holdsSamples = addon?.holdSamples() === 1;
  addon?.beginRecords(records);
  // Reading V8's builtins takes its time, which is not to be sampled: V8 takes no samples yet.
  return { holdsSamples, ...prepareFrameRepair(opened) };
}
