import {
  type FrameIndex,
  FrameKind,
  type IndexColumn,
  type MappingRequest,
  type OneBasedLine,
  type OriginalFrames,
  type OriginalPositions,
  type PositionIndex,
  Precision,
  type ScriptIndex,
  type Source,
  type ZeroBasedColumn,
} from '../../core/index.ts';
import { type Files, openFiles } from '../find/files.ts';
import { collectFindings, type Findings } from '../findings.ts';
import type { MapCache } from '../find/map-cache.ts';
import { openOriginals, type Originals } from './originals.ts';
import { buildSourceTable, type SourceTable } from './source-table.ts';

/** The columns of the answer, and what fills them. */
export interface Work {
  readonly request: MappingRequest;
  readonly files: Files;
  readonly report: Findings;
  readonly sources: SourceTable;
  readonly originals: Originals;
  readonly positions: OriginalPositions;
  readonly frames: OriginalFrames & { readonly name: string[] };
}

/** Work of which nothing is done yet. `folders`: more of them in which originals of bundles may be. */
export function beginWork(request: MappingRequest, folders: readonly string[], cache: MapCache): Work {
  const files = openFiles(cache);
  const report = collectFindings();
  const positions = request.positions.line.length;
  const frames = request.frames.name.length;
  return {
    request,
    files,
    report,
    sources: buildSourceTable(),
    originals: openOriginals({ folders, files, report, cache }),
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
export function rowsByScript(script: IndexColumn<ScriptIndex>, scripts: number): readonly IndexColumn<PositionIndex>[] {
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

/** The functions of each script. */
export function framesByScript({ frames, positions, scripts }: MappingRequest): readonly FrameIndex[][] {
  const rows: FrameIndex[][] = scripts.map(() => []);
  for (let frame = 0; frame < frames.name.length; frame++) {
    const position = frames.position[frame];
    const script = position < 0 || frames.kind[frame] !== FrameKind.script ? -1 : positions.script[position];
    if (script >= 0 && script < rows.length) rows[script].push(frame);
  }
  return rows;
}

/** Says where a function is. */
export function setFrame(
  work: Work,
  frame: FrameIndex,
  source: Source,
  line: OneBasedLine,
  column: ZeroBasedColumn,
): void {
  work.frames.source[frame] = work.sources.add(source);
  work.frames.line[frame] = line;
  work.frames.column[frame] = column;
}
