import vm from 'node:vm';
import { type Addon, baselineLayoutOf } from './frame-repair/frame-repair.ts';
import { BASELINE_SCRIPT, baselineFileOf, type BaselineNotes } from '../recording/rendezvous.ts';

/** The end of the name that V8 gives to the log of each thread, behind the isolate's address. */
const afterIsolate = (name: string): string => `-${process.pid}-${name}`;

/**
 * What `noteBaseline` needs in each thread of this process, `logFlags` being those for its V8 log; undefined where V8 keeps
 * nothing that is known, or writes no log of ours.
 */
export function prepareBaselineNotes(addonFile: string, logFlags: readonly string[]): BaselineNotes | undefined {
  const log = logFlags.find((flag) => flag.startsWith(LOG_FILE))?.slice(LOG_FILE.length);
  const layout = baselineLayoutOf(process.versions.v8);
  if (log === undefined || layout === undefined) return undefined;
  // V8 takes a percent sign for more than itself.
  const file = baselineFileOf(log.replaceAll('%%', '%'));
  const name = file.lastIndexOf('/') + 1;
  return { addonFile, before: `${file.slice(0, name)}0x`, after: afterIsolate(file.slice(name)), layout };
}
const LOG_FILE = '--logfile=';

/** Has this thread note where its baseline code comes from. False where it cannot: then such code has no lines. */
export function noteBaseline(addon: Addon, { before, after, layout }: BaselineNotes): boolean {
  if (addon.noteBaseline(before, after, ...layout) !== 1) return false;
  new vm.Script('0', { filename: BASELINE_SCRIPT }).runInThisContext();
  return true;
}
