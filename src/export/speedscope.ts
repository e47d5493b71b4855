import type { Analysis, FunctionIndex, NodeIndex } from '../core/index.ts';
import { functionLabel } from './frame-label.ts';

const PIECE = 64 * 1024;

/**
 * An analysis as speedscope's own file format, in pieces. Every sample is kept, as the functions that it opens and
 * closes, in microseconds from the first one. Format: https://www.speedscope.app/file-format-schema.json
 */
export function* formatSpeedscope(analysis: Analysis): Generator<string, void> {
  const { samples, title } = analysis;
  const { start } = samples;
  const isEmpty = samples.node.length === 0;
  const head = {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'heatline',
    name: title,
    activeProfileIndex: 0,
    shared: { frames: analysis.functions.name.map((_, row) => speedscopeFrame(analysis, row)) },
  };
  const profile = {
    type: 'evented',
    name: title,
    unit: 'microseconds',
    startValue: isEmpty ? 0 : start[0],
    endValue: start[start.length - 1] ?? 0,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"profiles":[${JSON.stringify(profile).slice(0, -1)},"events":[`;
  yield* events(analysis);
  yield ']}]}\n';
}

function speedscopeFrame(analysis: Analysis, row: FunctionIndex): object {
  const { source, line, column } = analysis.functions;
  return {
    name: functionLabel(analysis, row),
    file: source[row] < 0 ? undefined : analysis.sources[source[row]].path,
    line: line[row] > 0 ? line[row] : undefined,
    // Speedscope counts columns from one.
    col: column[row] >= 0 ? column[row] + 1 : undefined,
  };
}

/** Between two samples, what is on one stack only is closed (the top first), then opened (the bottom first). */
function* events({ tree, samples }: Analysis): Generator<string, void> {
  let piece = '';
  let separator = '';
  const event = (type: 'O' | 'C', node: NodeIndex, at: number): void => {
    piece += `${separator}{"type":"${type}","frame":${tree.function[node]},"at":${at}}`;
    separator = ',';
  };
  let before = -1;
  const opened: NodeIndex[] = [];
  for (let i = 0; i <= samples.node.length; i++) {
    const now = i < samples.node.length ? samples.node[i] : -1;
    let from = before;
    let to = now;
    // A parent has the smaller row, so that the larger of two different nodes is never an ancestor of the other.
    while (from !== to) {
      if (from > to) {
        event('C', from, samples.start[i]);
        from = tree.parent[from];
      } else {
        opened.push(to);
        to = tree.parent[to];
      }
    }
    for (let node = opened.pop(); node !== undefined; node = opened.pop()) event('O', node, samples.start[i]);
    before = now;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
