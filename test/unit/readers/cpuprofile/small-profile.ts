/** The JSON of a `.cpuprofile` as V8 writes it, to be built with what a test is about. */
export interface RawNode {
  id: number;
  callFrame: Record<string, unknown>;
  hitCount?: number;
  children?: number[];
  parent?: number;
  positionTicks?: { line: number; ticks: number }[];
}

export interface RawProfile {
  nodes: RawNode[];
  startTime: number;
  endTime: number;
  samples: number[];
  timeDeltas: number[];
  $heatline?: unknown;
}

export const call = (
  functionName: string,
  lineNumber = 0,
  columnNumber = 0,
  url = 'file:///a.js',
): Record<string, unknown> => ({ functionName, scriptId: '7', url, lineNumber, columnNumber });

export const special = (name: string): Record<string, unknown> => ({ ...call(name, -1, -1, ''), scriptId: '0' });

/** `(root)` → `main` → `hot`; three samples of 10, 20 and 30 µs, the first one 5 µs after the start. */
export function smallProfile(): RawProfile {
  return {
    nodes: [
      { id: 1, callFrame: special('(root)'), hitCount: 0, children: [2] },
      { id: 2, callFrame: call('main'), hitCount: 1, children: [3], positionTicks: [{ line: 2, ticks: 1 }] },
      { id: 3, callFrame: call('hot', 4, 9), hitCount: 2, positionTicks: [{ line: 6, ticks: 2 }] },
    ],
    startTime: 1_000,
    endTime: 1_065,
    samples: [2, 3, 3],
    timeDeltas: [5, 10, 20],
  };
}
