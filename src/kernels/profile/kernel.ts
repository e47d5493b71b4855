/**
 * What is added up over a recording, in AssemblyScript (not TypeScript: `kernels.mjs` compiles it). The host
 * (`profile-kernel.ts`) gives columns, calls the functions in the order in which `build-analysis.ts` has them, and reads the answers.
 *
 * Why not in TypeScript: each of these loops runs once over hundreds of thousands of rows, and compiling it well takes
 * the engine longer than running it. Loops go over some rows at a time, for the engine changes to better code only
 * between calls, and so that columns need not be here and at the host's at once.
 */
export { setSeed } from '../shared/hash';
export { allocate } from '../shared/memory';
export { pairFirst, pairSecond, pairTime } from './pairs';
export {
  activeSamples,
  activeSquares,
  addSamples,
  beginSamples,
  blockedTime,
  beginThread,
  medianDuration,
  moveSelf,
  timeOf,
  waiting,
  writeNodes,
} from './samples';
export * from './tree';
export * from './lines';
