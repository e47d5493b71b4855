/**
 * Evaluated by the recorder in a program that runs, where its user lets Heatline load its addon into it. Bundled alone.
 */
import { openAddon, prepareFrameRepair } from './frame-repair/frame-repair.ts';
import type { AttachedRepair } from '../recording/rendezvous.ts';

/** Loads the addon, whose absolute path is given; it stays until the program ends. Never throws. */
export function prepareAttachedRepair(binary: string): AttachedRepair {
  const opened = openAddon(binary);
  const holdsSamples = opened.addon?.holdSamples() === 1;
  return { holdsSamples, ...prepareFrameRepair(opened) };
}
