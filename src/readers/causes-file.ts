import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { attempt } from '../core/index.ts';
import { type Causes, causesFileOf } from '../recording/index.ts';
import { causesSchema } from '../recording/causes.ts';

/** Keeps the causes beside the recording that they explain. */
export const writeCauses = (recording: string, causes: Causes): Promise<void> =>
  writeFile(causesFileOf(recording), `${JSON.stringify({ causes })}\n`, { mode: 0o600 });

/** The causes that are kept beside a recording; undefined where there are none, or none that can be understood. */
export async function readCauses(recording: string): Promise<Causes | undefined> {
  const text = await readFile(causesFileOf(recording), 'utf8').catch(() => '');
  const parsed = v.safeParse(
    v.object({ causes: causesSchema }),
    attempt(() => JSON.parse(text) as unknown),
  );
  return parsed.success ? parsed.output.causes : undefined;
}
