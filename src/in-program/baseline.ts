import path from 'node:path';
import vm from 'node:vm';
import { type Addon, baselineLayout } from './frame-repair/frame-repair.ts';
import { BASELINE_SCRIPT, type BaselineNotes } from '../recording/rendezvous.ts';

/**
 * Tells what the addon needs to note where baseline code comes from. Undefined if V8 makes none, or if its layout is unknown.
 * `folder` holds this process's V8 log.
 */
export function prepareBaselineNotes(folder: string): BaselineNotes | undefined {
  const layout = baselineLayout();
  if (layout === undefined || !hasSparkplug() || !canNoteInWorkers()) return undefined;
  return { file: path.join(folder, `baseline-${process.pid}`), layout };
}

/** Our own flags are hidden by now. Where V8 has switched it off at its start, it must stay off. */
function hasSparkplug(): boolean {
  const { execArgv, env } = process;
  const flags = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)];
  return !flags.some((flag) => /^"?--(jitless|lite[-_]mode|no[-_]?sparkplug)\b/.test(flag));
}

/** The flag goes for all threads, and only so can those be prepared that come. */
const canNoteInWorkers = (): boolean =>
  typeof (process as { getBuiltinModule?: unknown }).getBuiltinModule === 'function';

/** Has this thread note where its baseline code comes from. False where it cannot: then such code has no lines. */
export function noteBaseline(addon: Addon, { file, layout }: BaselineNotes): boolean {
  if (addon.noteBaseline?.(file, ...layout) !== 1) return false;
  new vm.Script('0', { filename: BASELINE_SCRIPT }).runInThisContext();
  return true;
}
