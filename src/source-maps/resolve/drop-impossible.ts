import {
  type FrameIndex,
  lastAtOrBelow,
  type OneBasedLine,
  type PositionIndex,
  Precision,
  type Source,
  UNKNOWN_COLUMN,
  UNKNOWN_LINE,
} from '../../core/index.ts';
import type { Files } from '../find/files.ts';
import { MismatchedMapError, textOfContent, textOfFile } from '../find/fit.ts';
import type { GeneratedText } from '../find/generated-text.ts';
import type { AskedScript, Work } from './mapping-work.ts';

/**
 * Takes out lines that cannot have run: behind the end of their text, empty, or a comment. The one place where that is decided,
 * whoever sampled and mapped them. Samplers that blame inlined code on its caller tell such lines, and so do wrong source maps.
 * Places become those that editors count: only here is the text at hand.
 */
export function dropImpossible({ positions, frames, sources, files }: Work): void {
  const texts = sources.list.map((each) => textThatRan(each, files));
  for (const places of [positions, frames])
    for (let row = 0; row < places.source.length; row++) {
      const text = places.source[row] < 0 ? undefined : texts[places.source[row]];
      if (text === undefined) continue;
      if (places === positions && !text.mayHoldCode(places.line[row])) leaveOut(positions, row);
      else [places.line[row], places.column[row]] = text.inEditor(places.line[row], places.column[row]);
    }
}

/** The first line of a function or class that stands alone in its file, as everybody indents them. */
const OUTERMOST_FUNCTION =
  /^(?:export\s+(?:default\s+)?)?(?:(?:async\s+)?function\b|(?:abstract\s+)?class\b)|^[^'"`]*=>\s*\{\s*$/;

/**
 * Takes out lines of functions that did not run. V8s up to Node 24 give a module's top level, to which every line may belong, the
 * lines of other files inlined into it. Only for recordings of other tools: those of ours know all functions and their ends.
 */
export function dropUnran({ request, positions, files }: Work, { script, generated, rows, frames }: AskedScript): void {
  const isForeign = script.functions === undefined && script.contentHash === undefined && script.isOriginal !== true;
  const text = isForeign && generated.path !== undefined ? textOfFile(generated.path, files) : undefined;
  if (text === undefined || frames.length === 0) return;
  const { line: lineOf, column } = request.positions;
  const places = frames.map((frame) => request.frames.position[frame]);
  // Some producers tell only where a function was.
  if (places.some((at) => lineOf[at] === UNKNOWN_LINE)) return;
  const begins = Int32Array.from(
    places.filter((at) => lineOf[at] > 1 || column[at] > 0), // the top level begins there
    (at) => lineOf[at],
  ).sort();
  const functions = new Map<OneBasedLine, boolean>();
  for (const row of rows) {
    const outermost = outermostFunction(text, lineOf[row], functions);
    const last = lastAtOrBelow(begins, lineOf[row]);
    if (outermost > 0 && !(last >= 0 && begins[last] >= outermost)) leaveOut(positions, row);
  }
}

/** The line on which the outermost function around a line begins; 0 if there seems to be none. `begins`: the answers so far, by line. */
function outermostFunction(text: GeneratedText, line: OneBasedLine, begins: Map<OneBasedLine, boolean>): OneBasedLine {
  const first = text.unindentedAt(line);
  if (first === line) return 0;
  const isBegin = begins.get(first) ?? OUTERMOST_FUNCTION.test(text.line(first) ?? '');
  begins.set(first, isBegin);
  return isBegin ? first : 0;
}

function leaveOut({ source, line, column, precision }: Work['positions'], row: PositionIndex): void {
  source[row] = -1;
  line[row] = UNKNOWN_LINE;
  column[row] = UNKNOWN_COLUMN;
  precision[row] = Precision.function;
}

/** Languages of which it is known how functions begin. */
const HAS_FUNCTIONS = /\.[cm]?[jt]sx?$/i;
const MAY_BEGIN = /[({]|=>|\bclass\b/;

/** Throws `MismatchedMapError` where most functions would begin on lines of their originals that begin none: the map is of another build. */
export function checkBegins({ frames, sources, files }: Work, asked: readonly FrameIndex[]): void {
  const lines = asked.flatMap((frame) => {
    const source = sources.list.at(frames.source[frame]);
    const isTold = frames.source[frame] >= 0 && frames.line[frame] > 1 && source && !source.isGenerated;
    const text = isTold && HAS_FUNCTIONS.test(source.path) ? textThatRan(source, files) : undefined;
    return text ? [{ frame, line: text.line(frames.line[frame]) ?? '' }] : [];
  });
  const wrong = lines.filter(({ line }) => !MAY_BEGIN.test(line));
  if (wrong.length <= lines.length / 2) return;
  const [{ frame }] = wrong;
  const { path } = sources.list[frames.source[frame]];
  throw new MismatchedMapError(`it has a function begin at ${path}:${frames.line[frame]}, where none can`);
}

/** Undefined where it is not at hand. */
function textThatRan({ content, path, isFile, contentHash }: Source, files: Files): GeneratedText | undefined {
  if (content !== undefined) return textOfContent(content, contentHash, files);
  if (!isFile || (contentHash !== undefined && files.hash(path) !== contentHash)) return undefined;
  return textOfFile(path, files);
}
