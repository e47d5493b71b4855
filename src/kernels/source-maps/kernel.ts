/**
 * The loops over whole source maps, in AssemblyScript (not TypeScript: `kernels.mjs` compiles it). The host
 * (`ask-map.ts`) moves windows of bytes into this memory. Where mappings cannot be used, `problemAt` says where. At least 64 bytes may be read behind every window.
 */
export { initialise } from './digits';
export { beginScan, beginSection, endScan, lastLine, scan, setLists } from './mappings';
export { allocate, release } from '../shared/memory';
export { problemAt } from '../shared/status';
