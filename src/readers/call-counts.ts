import { readFile } from 'node:fs/promises';
import {
  attempt,
  isRecorderScript,
  type FrameTable,
  type MappingRequest,
  type RecordingFacts,
  FrameKind,
} from '../core/index.ts';
import { FormatError, parseAs } from './format-error.ts';
import { scriptFromNote } from './function-ranges.ts';
import { callCountsSchema, type CountedScript } from '../recording/call-counts.ts';
import { parseHeatlineSection } from '../recording/facts.ts';

/** Functions in generated positions, and how often each was called. Rows of `calls` are rows of the request's frames. */
export interface CountedCalls {
  readonly request: MappingRequest;
  readonly calls: Float64Array;
  readonly recording: RecordingFacts;
}

const CHANGED = 'it ends early or was changed; count the calls again';

/** Reads a `.calls.json` of Heatline's recorder. Throws `FormatError`. */
export async function readCallCounts(file: string): Promise<CountedCalls> {
  const text = await readFile(file, 'utf8');
  const json = attempt(() => JSON.parse(text) as unknown);
  const { callCounts, $heatline } = parseAs(callCountsSchema, json, file, CHANGED);
  if (callCounts.scripts.some(isUneven)) throw new FormatError(file, CHANGED);
  const section = parseHeatlineSection(file, $heatline);
  const scripts = callCounts.scripts.filter(({ url }) => !isRecorderScript(url, section.facts.recorderScripts));
  const noted = new Map(section.scripts.map((script) => [script.url, script]));
  return {
    request: {
      scripts: scripts.map(({ url }) => scriptFromNote(noted.get(url) ?? { url })),
      ...framesOf(scripts),
    },
    calls: Float64Array.from(scripts.flatMap(({ calls }) => calls)),
    recording: { sampler: 'inspector', ...section.facts, duration: 0 },
  };
}

const isUneven = ({ names, definitions, calls }: CountedScript): boolean =>
  calls.length !== names.length || definitions.length !== names.length * 2;

/** Each function is a frame, its definition a position. */
function framesOf(scripts: readonly CountedScript[]): Pick<MappingRequest, 'positions' | 'frames'> {
  const rows = scripts.flatMap(({ names, definitions }, script) =>
    names.map((name, i) => ({ name, script, line: definitions[2 * i], column: definitions[2 * i + 1] })),
  );
  const frames: FrameTable = {
    name: rows.map(({ name }) => name),
    position: Int32Array.from(rows.keys()),
    kind: new Uint8Array(rows.length).fill(FrameKind.script),
  };
  const positions = {
    script: Int32Array.from(rows, ({ script }) => script),
    line: Int32Array.from(rows, ({ line }) => line),
    column: Int32Array.from(rows, ({ column }) => column),
  };
  return { positions, frames };
}
