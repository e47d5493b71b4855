/**
 * The loops over whole source maps, in AssemblyScript (not TypeScript: `src/build-kernel.mjs` compiles it). The host
 * (`kernel-instance.ts`) moves windows of bytes into this memory. Everything unusual ends with FAILED, and the host's own
 * code then does the same work and says what is wrong. At least 64 bytes may be read behind every window.
 */
export { findMisfit, listSources, namesWritten, placeRows } from './answers';
export { compare, comparedTo } from './compare';
export { decode, initialise } from './digits';
export { scanLines } from './line-starts';
export { beginScan, endScan, isOrdered, lastLine, limitScan, runsWritten, scan, takeRuns } from './mappings';
export { sortRows } from './order';
export { stoppedAt, written } from './status';
export { beginStrings, scanStrings } from './strings';
