import { type FrameIndex, keepsLines, Precision, type Script, type Source } from '../../core/index.ts';
import { copyPlace } from '../decode/placed-rows.ts';
import { fitsFile } from '../find/fit.ts';
import type { Generated, LoadedMap, NoMap } from '../find/loaded-map.ts';
import { scriptName } from '../../urls/index.ts';
import { about } from '../diagnostics.ts';
import { type AskedScript, setFrame, type Work } from './mapping-work.ts';
import { originalOf } from './originals.ts';

/** Keeps a script's positions and functions where V8 says they are, as there is no map to be used. */
export function keepAsIs(work: Work, asked: AskedScript, map: NoMap): void {
  const source = sourceOfScript(work, asked.script, asked.generated, map);
  const precision = sureness(work, asked, source);
  if (precision !== undefined) return keepPlaces(work, asked, source, precision);
  work.report.add({ code: 'source-map-unknown', ...about(source.path) });
  // Nothing is known of where in the file its functions are.
  for (const frame of asked.frames) setFrame(work, frame, { ...source, isGenerated: true }, 0, -1);
}

/** A script as its own original. */
function sourceOfScript({ files }: Work, script: Script, generated: Generated, map: NoMap): Source {
  const path = map.isInMemory === true ? undefined : generated.path;
  const contentHash = script.contentHash ?? (path === undefined ? undefined : files.hash(path));
  const isOnDisk = path !== undefined && files.facts(path) !== undefined;
  return {
    path: path ?? scriptName(script.url),
    isFile: path !== undefined,
    isGenerated: map.isDeclared,
    ...(!isOnDisk && isElsewhere(path ?? scriptName(script.url)) && { isElsewhere: true }),
    ...(contentHash !== undefined && { contentHash }),
    ...(!isOnDisk && script.source !== undefined && { content: script.source }),
  };
}

/**
 * Whether a path or url may be of a file at another place: of the runtime's own, and of texts, there are none. Apps serve files
 * under schemes of their own (`app://…`), and workerd has bare names.
 */
const isElsewhere = (name: string): boolean =>
  /^(?:[\\/]|[a-z]:[\\/]|https?:\/\/)|^(?!about:)(?:[a-z][\w+.-]*:\/\/[^/]+\/.*|[\w.-]+)\.[cm]?[jt]sx?$/i.test(name);

/** What webpack evaluates: the lines are those of a text that nobody else has. */
const MODULE_TEXT = 'webpack-internal:';

/** How sure lines are: undefined where the file is not what ran and nothing tells what did. */
function sureness(work: Work, asked: AskedScript, source: Source): Precision | undefined {
  const { files } = work;
  const { script, generated } = asked;
  const { path, isFile } = source;
  const { isFileText, source: ran } = script;
  const { contentHash } = generated;
  if (!isFile) return ran === undefined && path.startsWith(MODULE_TEXT) ? undefined : Precision.exact;
  const file = isFileText === true || ran === undefined ? undefined : files.read(path)?.toString('utf8');
  if (ran !== undefined && file !== undefined) {
    // Node, which may leave a byte order mark out, reads it as UTF-8.
    if (file === ran || file === `\uFEFF${ran}` || keepsLines(ran, file)) return Precision.exact;
    // Whether the file was edited since, or never was what ran, is only known where the recorder compared them.
    return isFileText === false ? undefined : Precision.estimated;
  }
  if (isFileText === false) return undefined;
  // A file that was edited since keeps the lines that it had.
  if (contentHash !== undefined && files.hash(path) !== contentHash) return Precision.exact;
  return isOnDisk(work, asked, path) ? Precision.exact : undefined;
}

/** Is the text on disk what ran, as far as the recording tells where functions begin? */
export function isOnDisk({ request, files }: Work, { script, frames }: AskedScript, path: string): boolean {
  const { line, column } = request.positions;
  const { name, position } = request.frames;
  // What a recorder noted it has compared by itself, and may have other columns of (`repairInlining`, counted calls).
  const hasColumns = script.contentHash === undefined && script.isOriginal !== true;
  // Only definitions: some versions of V8 give lines of inlined functions to the function around them.
  const begun = frames.map((frame) => ({
    line: line[position[frame]],
    column: hasColumns ? column[position[frame]] : -1,
    name: name[frame] || undefined,
  }));
  return fitsFile(path, begun, files);
}

function keepPlaces(work: Work, asked: AskedScript, source: Source, precision: Precision): void {
  const { rows, frames } = asked;
  const index = work.sources.add(source);
  const { line, column } = work.request.positions;
  for (const row of rows) {
    if (line[row] < 1) continue;
    work.positions.source[row] = index;
    work.positions.line[row] = line[row];
    work.positions.column[row] = column[row];
    work.positions.precision[row] = precision;
  }
  for (const frame of frames) {
    const row = work.request.frames.position[frame];
    work.frames.source[frame] = index;
    work.frames.line[frame] = Math.max(0, line[row]);
    work.frames.column[frame] = column[row];
  }
}

/** Places functions by their definitions, whose positions are placed. */
export function placeFrames(work: Work, loaded: LoadedMap, frames: readonly FrameIndex[]): void {
  for (const frame of frames) {
    copyPlace(work.positions, work.request.frames.position[frame], work.frames, frame);
    if (work.frames.source[frame] < 0) placeUnmapped(work, loaded, frame);
  }
}

/**
 * A function that the map does not know (a bundler's helper) stays where it is in the generated file; the function that
 * is a whole module begins where its only original does.
 */
function placeUnmapped(work: Work, loaded: LoadedMap, frame: FrameIndex): void {
  const { positions, frames } = work.request;
  const row = frames.position[frame];
  const line = positions.line[row];
  const column = positions.column[row];
  const only = loaded.data.sources.length === 1 ? originalOf(work, loaded, 0) : undefined;
  if (only !== undefined && line === 1 && column <= 0) return setFrame(work, frame, only.source, 1, 0);
  const { generated } = loaded;
  // A loader's output under the original's own name has no lines that could be shown.
  if (only !== undefined && only.source.path === generated.path) return setFrame(work, frame, only.source, 0, -1);
  const script = work.request.scripts[positions.script[row]];
  setFrame(work, frame, sourceOfScript(work, script, generated, { isDeclared: true }), Math.max(0, line), column);
}
