import { open } from 'node:fs/promises';

/** The bytes of a file from one to before another, as far as it has them. */
export async function readRange(file: string, from: number, to: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const length = Math.max(0, Math.min(to, (await handle.stat()).size) - from);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
