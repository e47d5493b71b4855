/**
 * The scanner of `.cpuprofile` files, in AssemblyScript (not TypeScript: `kernels.mjs` compiles it). It reads
 * JSON bytes in a window of memory and writes columns; the host (`scanner.ts`) moves the window over the file.
 *
 * Restarting is how it deals with the window's end: an entry that is not complete is left alone, `status` says Status.more,
 * and the next call begins at that entry again.
 * Zero bytes follow the window's end; zero is not legal anywhere in JSON, so that no loop needs a bound.
 */
import { setSeed } from '../shared/hash';
import { putLiterals } from './text';

export { newFrameCount, newFramesOut, setScriptRow } from './frames';
export { callerOf, idOf, missingCount, missingId, rowOf } from './ids';
export { beginList } from './lists';
export {
  framesOut,
  lateCount,
  lateOut,
  namedOut,
  namingCount,
  namingOut,
  nodeCount,
  parentsOut,
  placeTicks,
} from './node';
export { beginNodes, scanNodes } from './nodes';
export { beginTimes, numberCount, numbersOut, scanRows, scanTimes, scanValues } from './number-lists';
export { columns, definitionOf, growPositions, lines, positionCount, positionRoom, scripts } from './positions';
export { makeRoom, openColumns, openTables } from './room';
export { problemId } from './status';
export { textAt, textCount, textEnd } from './text-table';
export { tickCount, tickCountsOut, tickLinesOut, tickNodesOut } from './ticks';
export { beginSkip, skip } from './values';
export { allocate } from '../shared/memory';
export { problem, problemAt, status } from '../shared/status';

/** Once, before anything else, with a random number. */
export function initialise(low: u32, high: u32): void {
  setSeed(low, high);
  putLiterals();
}
