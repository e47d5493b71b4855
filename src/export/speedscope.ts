import type { Analysis, FunctionIndex, NodeIndex, SampleLane } from '../core/index.ts';
import { functionLabel } from '../present/names.ts';

/**
 * An analysis as speedscope's own file format: a profile for each thread. Every sample is kept, as the functions
 * that it opens and closes, in microseconds. Format: https://www.speedscope.app/file-format-schema.json
 */
export function* formatSpeedscope(analysis: Analysis): Generator<string, void> {
  const { lanes, title } = analysis;
  const head = {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'heatline',
    name: title,
    activeProfileIndex: 0,
    shared: { frames: analysis.functions.name.map((_, row) => speedscopeFrame(analysis, row)) },
  };
  yield `${JSON.stringify(head).slice(0, -1)},"profiles":[`;
  for (const [i, lane] of lanes.entries()) {
    yield `${i > 0 ? ',' : ''}${JSON.stringify(profileOf(analysis, lane)).slice(0, -1)},"events":[`;
    yield* events(analysis, lane);
    yield ']}';
  }
  yield ']}\n';
}

/** A thread's profile, without its events. */
function profileOf({ lanes, threads, title, quality }: Analysis, { thread, samples, offset }: SampleLane): object {
  const { start, node } = samples;
  const name = threads.find(({ id }) => id === thread)?.name;
  return {
    type: 'evented',
    name: lanes.length > 1 && name !== undefined ? name : title,
    unit: unitOf(quality.value?.unit),
    startValue: node.length === 0 ? 0 : start[0] + offset,
    endValue: (start[start.length - 1] ?? 0) + offset,
  };
}

/** What it shows in place of time it has names for, or shows as a bare number. */
function unitOf(unit = 'microseconds'): string {
  return unit === 'microseconds' || unit === 'bytes' ? unit : 'none';
}

function speedscopeFrame(analysis: Analysis, row: FunctionIndex): object {
  const { source, line, column } = analysis.functions;
  return {
    name: functionLabel(analysis.functions.name[row]),
    file: source[row] < 0 ? undefined : analysis.sources[source[row]].path,
    line: line[row] > 0 ? line[row] : undefined,
    // Speedscope counts columns from one.
    col: column[row] >= 0 ? column[row] + 1 : undefined,
  };
}

/**
 * What opens and closes between two samples: first the functions that are only on the earlier stack close, the top one
 * first, then those that are only on the later one open, the bottom one first.
 */
function* events({ tree }: Analysis, { samples, offset }: SampleLane): Generator<string, void> {
  let separator = '';
  const event = (type: 'O' | 'C', node: NodeIndex, at: number): string => {
    const text = `${separator}{"type":"${type}","frame":${tree.function[node]},"at":${at + offset}}`;
    separator = ',';
    return text;
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
        yield event('C', from, samples.start[i]);
        from = tree.parent[from];
      } else {
        opened.push(to);
        to = tree.parent[to];
      }
    }
    for (let node = opened.pop(); node !== undefined; node = opened.pop()) yield event('O', node, samples.start[i]);
    before = now;
  }
}
