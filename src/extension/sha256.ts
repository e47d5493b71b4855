import { webcrypto } from 'node:crypto';

/** SHA-256 (hex) of bytes, computed off this thread, which is the one that VS Code's extensions share. */
export async function sha256(bytes: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
