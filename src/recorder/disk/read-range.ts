import { bytesAt, useFile } from '../../readers/use-file.ts';

/** The bytes of a file from one to before another, as far as it has them. */
export const readRange = (file: string, from: number, to: number): Promise<Buffer> =>
  useFile(file, async (handle) => bytesAt(handle, from, Math.max(0, Math.min(to, (await handle.stat()).size) - from)));
