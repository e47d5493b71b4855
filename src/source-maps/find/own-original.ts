import {
  type FrameIndex,
  type IndexColumn,
  type PositionIndex,
  Precision,
  type Script,
  type Source,
} from '../../core/index.ts';
import { fitsFile } from './file-fit.ts';
import { mapUnknown } from '../findings.ts';
import type { Generated, NoMap } from './loaded-map.ts';
import { setFrame, type Work } from '../resolve/mapping-work.ts';

/** Keeps a script's positions and functions where V8 says they are, as there is no map to be used. */
export function keepAsIs(
  work: Work,
  script: Script,
  generated: Generated,
  map: NoMap,
  rows: IndexColumn<PositionIndex>,
  frames: readonly FrameIndex[],
): void {
  const source = sourceOfScript(work, script, generated, map);
  if (isOnDiskAsRun(work, source, generated, frames)) keepGenerated(work, source, rows, frames);
  else keepFunctions(work, source, frames);
}

/** A script as its own original. */
export function sourceOfScript(work: Work, script: Script, generated: Generated, map: NoMap): Source {
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
function isOnDiskAsRun(
  work: Work,
  { path, isFile }: Source,
  generated: Generated,
  frames: readonly FrameIndex[],
): boolean {
  const { files, report, request } = work;
  // Only definitions: some versions of V8 give lines of inlined functions to the function around them.
  const rows = frames.map((frame) => request.frames.position[frame]);
  if (!isFile || fitsFile(path, rows, request.positions, files)) return true;
  if (generated.contentHash !== undefined && files.hash(path) !== generated.contentHash) return true;
  report.add(mapUnknown(path));
  return false;
}

/** The functions of a file that nothing is known of where in it they are. */
function keepFunctions(work: Work, source: Source, frames: readonly FrameIndex[]): void {
  for (const frame of frames) setFrame(work, frame, { ...source, isGenerated: true }, 0, -1);
}

function keepGenerated(
  work: Work,
  source: Source,
  rows: IndexColumn<PositionIndex>,
  frames: readonly FrameIndex[],
): void {
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
