import { type FileHandle, open } from 'node:fs/promises';

/** A part of a file: from a byte to before another. */
export type ByteRange = readonly [from: number, until: number];

/** Opens a file for as long as `use` takes. */
export async function useFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Reads at most so many bytes of a file. */
export async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}
