import { readFile, stat, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { attempt } from '../core/index.ts';
import { type Causes, causesFileOf } from '../recording/index.ts';
import { causesSchema } from '../recording/causes.ts';

/** In bytes. */
const LARGEST = 64 * 1024 * 1024;

/** `startedAt`: when the recording that they explain did, by which it is known again. */
const fileSchema = v.object({ startedAt: v.optional(v.number()), causes: causesSchema });

/** Keeps the causes beside the recording that they explain. `startedAt`: of that recording, in milliseconds since 1970. */
export const writeCauses = (recording: string, causes: Causes, startedAt: number | undefined): Promise<void> =>
  writeFile(causesFileOf(recording), `${JSON.stringify({ startedAt, causes })}\n`, { mode: 0o600 });

/**
 * The causes that are kept beside a recording; undefined where there are none, none that can be understood, or those of another recording
 * that had this name. `startedAt`: as for {@link writeCauses}.
 */
export async function readCauses(recording: string, startedAt?: number): Promise<Causes | undefined> {
  const file = causesFileOf(recording);
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true || found.size > LARGEST) return undefined;
  const text = await readFile(file, 'utf8').catch(() => '');
  const parsed = v.safeParse(
    fileSchema,
    attempt(() => JSON.parse(text) as unknown),
  );
  if (!parsed.success) return undefined;
  const { startedAt: explained = startedAt, causes } = parsed.output;
  return startedAt === undefined || explained === startedAt ? causes : undefined;
}
