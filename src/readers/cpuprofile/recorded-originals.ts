import * as v from 'valibot';
import { type PositionTable, type Script, type ScriptIndex, UNKNOWN_COLUMN, UNKNOWN_LINE } from '../../core/index.ts';
import { scriptName } from '../../urls/index.ts';

/** A place in an original: lines from 1, columns from 0. */
interface OriginalPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

const number = v.pipe(v.number(), v.safeInteger());
/** Of VS Code's `ISourceLocation`: lines and columns from 1. The original comes first, then what was compiled of it. */
const locationSchema = v.object({
  lineNumber: number,
  columnNumber: v.optional(number, 1),
  source: v.object({ path: v.optional(v.string()) }),
});
const originalsSchema = v.object({
  locations: v.array(
    v.object({
      // Lines and columns from 0.
      callFrame: v.object({ url: v.string(), lineNumber: number, columnNumber: number }),
      locations: v.array(v.unknown()),
    }),
  ),
});

/**
 * What VS Code's debugger knew of source maps while it recorded (`$vscode` of a profile): the original of each function's begin,
 * and of the begin of each line with ticks and of the line behind it.
 */
export class RecordedOriginals {
  readonly #places = new Map<string, OriginalPlace>();
  /** Of everything that is noted on a generated line: undefined where that is several original lines. */
  readonly #lines = new Map<string, OriginalPlace | undefined>();
  /** Paths of scripts in which some place is not the original one. */
  readonly mapped = new Set<string>();
  readonly paths = new Set<string>();

  constructor({ locations }: v.InferOutput<typeof originalsSchema>) {
    for (const { callFrame, locations: known } of locations) {
      const original = v.safeParse(locationSchema, known.at(0));
      if (!original.success || original.output.source.path === undefined) continue;
      const { lineNumber, columnNumber, source } = original.output;
      const place = { path: scriptName(source.path ?? ''), line: lineNumber, column: Math.max(0, columnNumber - 1) };
      this.#add(scriptName(callFrame.url), callFrame.lineNumber + 1, callFrame.columnNumber, place);
    }
  }

  #add(script: string, line: number, column: number, place: OriginalPlace): void {
    if (place.path !== script || place.line !== line) this.mapped.add(script);
    this.paths.add(place.path);
    this.#places.set(`${script} ${line} ${column}`, place);
    const key = `${script} ${line}`;
    const before = this.#lines.has(key) ? this.#lines.get(key) : place;
    this.#lines.set(key, isSameLine(before, place) ? place : undefined);
  }

  /** The original of a place in a script (column -1: of the whole line); undefined where nobody tells, or it has several. */
  find(script: string, line: number, column: number): OriginalPlace | undefined {
    if (column >= 0) return this.#places.get(`${script} ${line} ${column}`);
    const place = this.#lines.get(`${script} ${line}`);
    const next = this.#places.get(`${script} ${line + 1} 0`);
    // A line whose next one stands further up, or in another file, is of joined code.
    return place && next && (next.path !== place.path || next.line < place.line) ? undefined : place;
  }
}

const isSameLine = (a: OriginalPlace | undefined, b: OriginalPlace): boolean => a?.path === b.path && a.line === b.line;

/** The originals in the `$vscode` of a profile; undefined where that holds none. */
export function parseOriginals(value: unknown): RecordedOriginals | undefined {
  const parsed = v.safeParse(originalsSchema, value);
  return parsed.success ? new RecordedOriginals(parsed.output) : undefined;
}

interface Places {
  readonly scripts: readonly Script[];
  readonly positions: PositionTable;
}

/** The same code in its original places. A script that ran as it stands in its file keeps its places. */
export function moveToOriginals<Code extends Places>(code: Code, originals: RecordedOriginals): Code {
  const paths = code.scripts.map(({ url }) => scriptName(url));
  const scripts = code.scripts.map((script, row) =>
    isCompiledInPlace(paths[row]) ? { ...script, isOriginal: true } : script,
  );
  const rowOf = new Map<string, ScriptIndex>(paths.map((path, row) => [path, row]));
  const { positions } = code;
  const [script, line, column] = [positions.script.slice(), positions.line.slice(), positions.column.slice()];
  function isCompiledInPlace(path: string): boolean {
    return originals.mapped.has(path) && originals.paths.has(path);
  }
  for (let row = 0; row < script.length; row++) {
    const path = paths[script[row]];
    if (!originals.mapped.has(path)) continue;
    const place = originals.find(path, line[row], column[row]);
    // Elsewhere a source map may still tell.
    if (place === undefined && !isCompiledInPlace(path)) continue;
    line[row] = place?.line ?? UNKNOWN_LINE;
    column[row] = place === undefined || column[row] < 0 ? UNKNOWN_COLUMN : place.column;
    if (place === undefined) continue;
    const known = rowOf.get(place.path);
    script[row] = known ?? scripts.push({ url: place.path, isOriginal: true }) - 1;
    rowOf.set(place.path, script[row]);
  }
  return { ...code, scripts, positions: { script, line, column } };
}
