import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Causes } from '../core/index.ts';
import { causesFileOf } from '../recording/index.ts';

const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const line = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const place = v.object({ file: v.string(), line });
const position = { script: index, line, column: index };

const causesSchema = v.object({
  scripts: v.array(v.object({ url: v.string(), contentHash: v.optional(v.string()) })),
  families: v.array(
    v.object({
      name: v.optional(v.string()),
      at: v.optional(place),
      shapes: index,
      after: v.optional(v.string()),
      differ: v.array(v.string()),
      differAt: v.array(place),
    }),
  ),
  sites: v.array(
    v.object({
      ...position,
      isKeyed: v.boolean(),
      isMegamorphic: v.boolean(),
      keys: v.array(v.string()),
      keyCount: index,
      shapeCount: index,
      families: v.array(v.tuple([index, index])),
      dictionary: v.optional(v.object({ reason: v.picklist(['deleted', 'many', 'accessor']), at: v.optional(place) })),
    }),
  ),
  thrownOut: v.array(
    v.object({
      ...position,
      pieces: index,
      reasons: v.array(v.object({ reason: v.string(), pieces: index, at: v.optional(place) })),
    }),
  ),
  v8Version: v.optional(v.string()),
  passedOver: index,
});
const fileSchema = v.object({ causes: v.object({ version: v.literal(1), ...causesSchema.entries }) });

/** Keeps the causes beside the recording that they explain. */
export async function writeCauses(recording: string, causes: Causes): Promise<void> {
  const text = JSON.stringify({ causes: { version: 1, ...causes } });
  await writeFile(causesFileOf(recording), `${text}\n`, { mode: 0o600 });
}

/** The causes that are kept beside a recording; undefined where there are none, or none that can be understood. */
export async function readCauses(recording: string): Promise<Causes | undefined> {
  const text = await readFile(causesFileOf(recording), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const parsed = v.safeParse(fileSchema, JSON.parse(text));
    return parsed.success ? parsed.output.causes : undefined;
  } catch {
    return undefined;
  }
}
