/**
 * Evaluated by the recorder in a program that runs, where its user lets Heatline load its addon into it. Bundled alone.
 */
import { type FrameRepair, openAddon, prepareFrameRepair } from './frame-repair/frame-repair.ts';

/**
 * Loads the addon, whose absolute path is given; it stays until the program ends. `records`: how the names of files of records
 * begin. `holdsSamples`: see `ReadyNote`. Never throws.
 */
export function prepareAttachedRepair(
  binary: string,
  records: string,
): FrameRepair & { readonly holdsSamples: boolean } {
  const opened = openAddon(binary);
  const { addon } = opened;
  const holdsSamples = addon?.holdSamples() === 1;
  addon?.beginRecords(records);
  // Reading V8's builtins takes its time, which is not to be sampled: V8 takes no samples yet.
  return { holdsSamples, ...prepareFrameRepair(opened) };
}
