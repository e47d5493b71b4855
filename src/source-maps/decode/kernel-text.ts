import { appendRows } from '../../core/index.ts';
import { Status } from '../../kernels/source-maps/kernel.generated.ts';
import { mapKernel, WINDOW } from './map-kernel.ts';

/** Most lists are short: a map may have thousands of sections, with lists of their own. */
const FIRST_WINDOW = 4096;

/**
 * Where the elements of the JSON list begin whose bracket is at `open`, and the index behind it; undefined where they are not just
 * strings and words.
 */
export function scanStringList(
  bytes: Uint8Array,
  open: number,
): { readonly elements: Uint32Array; readonly end: number } | undefined {
  const kernel = mapKernel();
  const pieces: Uint32Array[] = [];
  kernel.exports.beginStrings();
  for (let from = open + 1, size = FIRST_WINDOW; from < bytes.length; from += size, size = WINDOW) {
    const end = kernel.fill(bytes, from, Math.min(from + size, bytes.length));
    const stopped = kernel.exports.scanStrings(kernel.window, end, from, kernel.list);
    const status = kernel.exports.status.value;
    if (status === Status.failed) return undefined;
    if (kernel.exports.written.value > 0) pieces.push(kernel.uint32(kernel.list, kernel.exports.written.value).slice());
    if (status === Status.done)
      return { elements: appendRows(new Uint32Array(), ...pieces), end: from + stopped - kernel.window };
  }
  return undefined;
}
