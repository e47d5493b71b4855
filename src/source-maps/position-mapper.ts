import {
  type CancelSignal,
  FrameKind,
  type Mapping,
  type MappingRequest,
  type PositionMapper,
  Precision,
  type Script,
  type Source,
} from '../profile/index.ts';
import { type Files, openFiles, pathOfUrl } from './files.ts';
import { collectFindings, mapUnknown, type Findings, mapEmpty, mapMismatched, mapWithoutColumns } from './findings.ts';
import { fitsFile } from './file-fit.ts';
import { nameFrames, namePositions } from './frame-names.ts';
import { type Generated, loadMap, type LoadedMap, type NoMap, rejectMap } from './loaded-map.ts';
import { createMapCache, type MapCache } from './map-cache.ts';
import { mapScript, MismatchedMapError, throwAborted } from './map-script.ts';
import type { Outcomes } from './outcomes.ts';
import { openOriginals, type Originals } from './originals.ts';
import { CorruptMapError } from './source-map-data.ts';
import { buildSourceTable, type SourceTable } from './source-table.ts';

export interface PositionMapperOptions {
  /** Where the recording is; one of the places in which originals of bundles are looked for. */
  readonly recordingDirectory?: string;
  /** More folders to look in, such as the program's working directory and the workspace's folders. */
  readonly folders?: readonly string[];
  /** What earlier mappings found out, to be kept and passed again: without it nothing outlives the mapper. */
  readonly cache?: MapCache;
}

/** Maps whole profiles to original positions. Reads files, so it belongs off the main thread. Never rejects but when cancelled. */
export function createPositionMapper(options: PositionMapperOptions = {}): PositionMapper {
  const cache = options.cache ?? createMapCache();
  return { map: (request, signal) => mapProfile(request, { ...options, cache }, signal) };
}

type Options = PositionMapperOptions & { readonly cache: MapCache };

/** The columns of the answer, and what fills them. */
interface Work {
  readonly request: MappingRequest;
  readonly files: Files;
  readonly report: Findings;
  readonly sources: SourceTable;
  readonly originals: Originals;
  readonly positions: { source: Int32Array; line: Int32Array; column: Int32Array; precision: Uint8Array };
  readonly frames: { name: string[]; source: Int32Array; line: Int32Array; column: Int32Array };
}

async function mapProfile(request: MappingRequest, options: Options, signal?: CancelSignal): Promise<Mapping> {
  const work = beginWork(request, options);
  const rows = rowsByScript(request.positions.script, request.scripts.length);
  const frames = framesByScript(request);
  for (const [i, script] of request.scripts.entries()) {
    if (signal?.aborted === true) throwAborted();
    if (rows[i].length > 0) await mapOne(work, script, rows[i], frames[i], signal);
  }
  const { positions, sources, report } = work;
  return { sources: sources.list(), positions, frames: work.frames, diagnostics: report.list() };
}

function beginWork(request: MappingRequest, options: Options): Work {
  const files = openFiles(options.cache);
  const report = collectFindings();
  const folders = [options.recordingDirectory, ...(options.folders ?? [])].filter((folder) => folder !== undefined);
  const positions = request.positions.line.length;
  const frames = request.frames.name.length;
  return {
    request,
    files,
    report,
    sources: buildSourceTable(),
    originals: openOriginals({ folders, files, report, cache: options.cache }),
    positions: {
      source: new Int32Array(positions).fill(-1),
      line: new Int32Array(positions),
      column: new Int32Array(positions).fill(-1),
      precision: new Uint8Array(positions).fill(Precision.function),
    },
    frames: {
      name: [...request.frames.name],
      source: new Int32Array(frames).fill(-1),
      line: new Int32Array(frames),
      column: new Int32Array(frames).fill(-1),
    },
  };
}

/** The rows of each script, in order. */
function rowsByScript(script: Int32Array, scripts: number): readonly Int32Array[] {
  const counts = new Int32Array(scripts);
  for (let row = 0; row < script.length; row++) if (script[row] >= 0 && script[row] < scripts) counts[script[row]]++;
  const rows = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let row = 0; row < script.length; row++) {
    const own = script[row];
    if (own >= 0 && own < scripts) rows[own][counts[own]++] = row;
  }
  return rows;
}

function framesByScript({ frames, positions, scripts }: MappingRequest): readonly number[][] {
  const rows: number[][] = scripts.map(() => []);
  for (let frame = 0; frame < frames.name.length; frame++) {
    const position = frames.position[frame];
    const script = position < 0 || frames.kind[frame] !== FrameKind.script ? -1 : positions.script[position];
    if (script >= 0 && script < rows.length) rows[script].push(frame);
  }
  return rows;
}

async function mapOne(
  work: Work,
  script: Script,
  rows: Int32Array,
  frames: readonly number[],
  signal?: CancelSignal,
): Promise<void> {
  if (script.url === '') return;
  const generated = describe(script);
  const isLocal = generated.path !== undefined || script.sourceMap !== undefined || script.sourceMapUrl !== undefined;
  const loaded: LoadedMap | NoMap = isLocal ? loadMap(generated, work.files, work.report) : { isDeclared: false };
  const rejected = loaded.data === undefined ? loaded : await tryMap(work, loaded, rows, frames, signal);
  if (rejected === undefined) return;
  const source = sourceOfScript(work, script, generated, rejected);
  if (isOnDiskAsRun(work, source, generated, frames)) keepGenerated(work, source, rows, frames);
  else keepFunctions(work, source, frames);
}

/** Maps through a map; what is to be shown instead where that cannot be done. */
async function tryMap(
  work: Work,
  loaded: LoadedMap,
  rows: Int32Array,
  frames: readonly number[],
  signal?: CancelSignal,
): Promise<NoMap | undefined> {
  try {
    if (await mapThrough(work, loaded, rows, frames, signal)) return undefined;
    work.report.add(mapEmpty(loaded.generated.name));
    return { isDeclared: true };
  } catch (error) {
    return refuse(work, loaded, error);
  }
}

function refuse(work: Work, loaded: LoadedMap, error: unknown): NoMap {
  const { generated, found } = loaded;
  if (error instanceof CorruptMapError) return rejectMap(generated, found, error.message, work.files, work.report);
  if (!(error instanceof MismatchedMapError)) throw error;
  work.report.add(mapMismatched(generated.name, found.path, error.message));
  return { isDeclared: true };
}

function describe(script: Script): Generated {
  const path = pathOfUrl(script.url);
  const { sourceMap, sourceMapUrl, contentHash, source } = script;
  return {
    name: path ?? script.url,
    ...(path !== undefined && { path }),
    ...(sourceMap !== undefined && { sourceMap }),
    ...(sourceMapUrl !== undefined && { sourceMapUrl }),
    ...(contentHash !== undefined && { contentHash }),
    ...(source !== undefined && { text: source }),
  };
}

/** A script as its own original. */
function sourceOfScript(work: Work, script: Script, generated: Generated, map: NoMap): Source {
  const isFile = generated.path !== undefined && map.isInMemory !== true;
  const contentHash =
    script.contentHash ?? (isFile && generated.path !== undefined ? work.files.hash(generated.path) : undefined);
  const isOnDisk = isFile && generated.path !== undefined && work.files.facts(generated.path) !== undefined;
  return {
    path: isFile && generated.path !== undefined ? generated.path : script.url,
    isFile,
    isGenerated: map.isDeclared,
    ...(contentHash !== undefined && { contentHash }),
    ...(!isOnDisk && script.source !== undefined && { content: script.source }),
  };
}

/** False where the file is not what ran and nothing tells what did. A file known to be edited keeps the lines it had. */
function isOnDiskAsRun(work: Work, { path, isFile }: Source, generated: Generated, frames: readonly number[]): boolean {
  const { files, report, request } = work;
  // Only definitions: some versions of V8 give lines of inlined functions to the function around them.
  const rows = frames.map((frame) => request.frames.position[frame]);
  if (!isFile || fitsFile(path, rows, request.positions, files)) return true;
  if (generated.contentHash !== undefined && files.hash(path) !== generated.contentHash) return true;
  report.add(mapUnknown(path));
  return false;
}

/** The functions of a file that nothing is known of where in it they are. */
function keepFunctions(work: Work, source: Source, frames: readonly number[]): void {
  for (const frame of frames) setFrame(work, frame, { ...source, isGenerated: true }, 0, -1);
}

function keepGenerated(work: Work, source: Source, rows: Int32Array, frames: readonly number[]): void {
  const index = work.sources.add(source);
  const { line, column } = work.request.positions;
  for (const row of rows) {
    if (line[row] < 1) continue;
    work.positions.source[row] = index;
    work.positions.line[row] = line[row];
    work.positions.column[row] = column[row];
    work.positions.precision[row] = Precision.exact;
  }
  for (const frame of frames) {
    const row = work.request.frames.position[frame];
    work.frames.source[frame] = index;
    work.frames.line[frame] = Math.max(0, line[row]);
    work.frames.column[frame] = column[row];
  }
}

/** Maps a script's positions and functions; false where its map maps nothing at all. */
async function mapThrough(
  work: Work,
  loaded: LoadedMap,
  rows: Int32Array,
  frames: readonly number[],
  signal?: CancelSignal,
): Promise<boolean> {
  const { line, column } = work.request.positions;
  const names = namePositions(work.request, loaded, frames);
  const asked = {
    line: gather(line, rows, names.line),
    column: gather(column, rows, names.column),
    firstName: rows.length,
  };
  const outcomes = await mapScript(loaded, asked, work.originals, signal);
  if (outcomes.sources.length === 0 && isEmpty(loaded)) return false;
  if (outcomes.coarse > 0) work.report.add(mapWithoutColumns(loaded.generated.name, loaded.found.path));
  const sourceRows = Int32Array.from(outcomes.sources, (source) => work.sources.add(source));
  placePositions(work.positions, rows, outcomes, sourceRows);
  for (const frame of placeFrames(work, frames)) placeUnmapped(work, loaded, frame);
  nameFrames(work.frames.name, names.frame, rows.length, outcomes.names);
  return true;
}

// The loops over all positions stand in functions of their own: V8 compiles a hot loop with all that it calls.

function placePositions(
  positions: Work['positions'],
  rows: Int32Array,
  outcomes: Outcomes,
  sourceRows: Int32Array,
): void {
  const { source, line, column, precision } = outcomes;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    positions.precision[row] = precision[i];
    if (source[i] < 0) continue;
    positions.source[row] = sourceRows[source[i]];
    positions.line[row] = line[i];
    positions.column[row] = column[i];
  }
}

/** A column of the positions asked: those of the profile's rows, then those of names. */
function gather(values: Int32Array, rows: Int32Array, ofNames: readonly number[]): Int32Array {
  const all = new Int32Array(rows.length + ofNames.length);
  for (let i = 0; i < rows.length; i++) all[i] = values[rows[i]];
  all.set(ofNames, rows.length);
  return all;
}

const isEmpty = (loaded: LoadedMap) => loaded.data.sections.every((section) => section.start === section.end);

/** Places the functions whose definitions are mapped; returns the others. */
function placeFrames(
  { request, positions: { source, line, column }, frames: placed }: Work,
  frames: readonly number[],
): readonly number[] {
  const rest: number[] = [];
  for (const frame of frames) {
    const row = request.frames.position[frame];
    if (source[row] < 0) rest.push(frame);
    placed.source[frame] = source[row];
    placed.line[frame] = line[row];
    placed.column[frame] = column[row];
  }
  return rest;
}

/**
 * A function that the map does not know (a bundler's helper) stays where it is in the generated file; the function that
 * is a whole module begins where its only original does.
 */
function placeUnmapped(work: Work, loaded: LoadedMap, frame: number): void {
  const { positions, frames } = work.request;
  const row = frames.position[frame];
  const line = positions.line[row];
  const column = positions.column[row];
  const only = loaded.data.sources.length === 1 ? work.originals(loaded, 0, new Set()) : undefined;
  if (only !== undefined && line === 1 && column <= 0) return setFrame(work, frame, only.source, 1, 0);
  const { generated } = loaded;
  // A loader's output under the original's own name has no lines that could be shown.
  if (only !== undefined && only.source.path === generated.path) return setFrame(work, frame, only.source, 0, -1);
  const script = work.request.scripts[positions.script[row]];
  setFrame(work, frame, sourceOfScript(work, script, generated, { isDeclared: true }), Math.max(0, line), column);
}

function setFrame(work: Work, frame: number, source: Source, line: number, column: number): void {
  work.frames.source[frame] = work.sources.add(source);
  work.frames.line[frame] = line;
  work.frames.column[frame] = column;
}
