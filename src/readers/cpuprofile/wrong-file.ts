import type { Scanner } from './scanner.ts';

/** Refuses a file whose first bytes show that it is something else. Skips a byte order mark. */
export async function readStart(scanner: Scanner): Promise<void> {
  const first = [await scanner.peekRaw(0), await scanner.peekRaw(1), await scanner.peekRaw(2)];
  if (first[0] < 0) throw scanner.problem('it is empty');
  if (first[0] === 0x1f && first[1] === 0x8b) throw scanner.problem('it is compressed with gzip twice; unpack it once');
  if ((first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)) {
    throw scanner.problem('it is encoded as UTF-16; save it as UTF-8');
  }
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) scanner.skipBytes(3);
  const start = await scanner.peek();
  if (start !== 0x7b && start !== 0x5b) throw scanner.problem('it is neither JSON nor a pprof nor a log of V8');
}

/** Why is a JSON object without nodes no profile? Its keys tell. */
export function whyNoProfile(path: string, keys: ReadonlySet<string>): string {
  if (keys.has('traceEvents'))
    return 'it holds trace events behind other data; load it in Chrome’s Performance panel and save it from there';
  if (keys.has('cpuProfile')) return 'it wraps a CPU profile in "cpuProfile"; save that part alone';
  if (path.endsWith('.heapprofile')) return 'it is a heap profile, which tells memory, not time; record a CPU profile';
  if (keys.has('head')) return 'it is a CPU profile in the old format of Chrome before 2017; record it again';
  return 'it is JSON but not a CPU profile: "nodes" is missing';
}
