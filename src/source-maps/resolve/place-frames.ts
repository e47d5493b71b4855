import type { FrameIndex, IndexColumn, PositionIndex } from '../../core/index.ts';
import type { LoadedMap } from '../find/loaded-map.ts';
import { setFrame, type Work } from './mapping-work.ts';
import { sourceOfScript } from '../find/own-original.ts';

/** Places functions by their definitions, whose positions are placed. */
export function placeFrames(work: Work, loaded: LoadedMap, frames: readonly FrameIndex[]): void {
  const { position } = work.request.frames;
  copyPlaces(frames, position, work.positions.source, work.frames.source);
  copyPlaces(frames, position, work.positions.line, work.frames.line);
  copyPlaces(frames, position, work.positions.column, work.frames.column);
  for (const frame of frames) if (work.frames.source[frame] < 0) placeUnmapped(work, loaded, frame);
}

function copyPlaces(
  frames: readonly FrameIndex[],
  position: IndexColumn<PositionIndex>,
  from: Int32Array,
  to: Int32Array,
): void {
  for (let i = 0; i < frames.length; i++) to[frames[i]] = from[position[frames[i]]];
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
  const only = loaded.data.sources.length === 1 ? work.originals(loaded, 0, new Set()) : undefined;
  if (only !== undefined && line === 1 && column <= 0) return setFrame(work, frame, only.source, 1, 0);
  const { generated } = loaded;
  // A loader's output under the original's own name has no lines that could be shown.
  if (only !== undefined && only.source.path === generated.path) return setFrame(work, frame, only.source, 0, -1);
  const script = work.request.scripts[positions.script[row]];
  setFrame(work, frame, sourceOfScript(work, script, generated, { isDeclared: true }), Math.max(0, line), column);
}
