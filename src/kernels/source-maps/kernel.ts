/**
 * The loops over whole source maps, in AssemblyScript (not TypeScript: `kernels.mjs` compiles it). The host
 * (`kernel-instance.ts`) moves windows of bytes into this memory. What cannot be used ends a call with `failed`; of mappings it is also
 * said where. At least 64 bytes may be read behind every window.
 */
export { initialise } from './digits';
export { beginScan, beginSection, endScan, lastLine, runsWritten, scan, setLists, takeRuns } from './mappings';
export { allocate, release } from '../shared/memory';
export { problemAt, status } from '../shared/status';
