import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { SavedSamples } from './inspector-sampler.ts';
import { type Diagnostic, RecordingError } from '../recording/index.ts';

/**
 * Writes a recording where it is wanted, or else, so that a run is not lost to a disk that has become full, into a new
 * folder among the system's temporary files, and tells so. Rejects with a {@link RecordingError} (`output-not-writable`).
 */
export async function writeSomewhere(
  output: string,
  bytes: (noticed?: readonly Diagnostic[]) => readonly Buffer[],
): Promise<SavedSamples> {
  try {
    await writeWhole(output, bytes());
    return { recording: output, diagnostics: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const elsewhere: Diagnostic = { code: 'recording-elsewhere', severity: 'warning', file: output, reason };
    const recording = await writeAmongTemporaryFiles(path.basename(output), bytes([elsewhere]));
    if (recording !== undefined) return { recording, diagnostics: [elsewhere] };
    throw new RecordingError('output-not-writable', `The recording cannot be written to ${output}: ${reason}.`);
  }
}

/** The path of the new file; undefined where nothing can be written there either. */
async function writeAmongTemporaryFiles(name: string, bytes: readonly Buffer[]): Promise<string | undefined> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-recording-'));
    await writeWhole(path.join(folder, name), bytes);
    return path.join(folder, name);
  } catch {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    return undefined;
  }
}

/** Writes a file whole or not at all: a temporary one beside it is renamed. */
async function writeWhole(output: string, bytes: readonly Buffer[]): Promise<void> {
  const temporary = path.join(path.dirname(output), `.${path.basename(output)}.${randomUUID()}`);
  try {
    await mkdir(path.dirname(output), { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'wx', 0o600);
    try {
      for (const part of bytes) await file.writeFile(part);
    } finally {
      await file.close();
    }
    await rename(temporary, output);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
