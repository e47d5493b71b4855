interface RecordingShape {
  readonly name?: string;
  readonly url?: string;
  /** Where the function begins, 0-based, and the line on which it spends its time, 1-based. */
  readonly start?: readonly [line: number, column: number];
  readonly line?: number;
  readonly ms?: number;
  /** Microseconds. */
  readonly startTime?: number;
  /** White space stands behind it until it is as big as this. */
  readonly bytes?: number;
}

/** A `.cpuprofile` of one function that ran on one line of a file; for a second, if nothing else is said. */
export function recordingText({
  name = 'work',
  url = 'file:///app.js',
  start: [lineNumber, columnNumber] = [0, 0],
  line = 1,
  ms = 1000,
  startTime = 0,
  bytes = 0,
}: RecordingShape = {}): string {
  const callFrame = { functionName: name, scriptId: '1', url, lineNumber, columnNumber };
  const root = { ...callFrame, functionName: '(root)', scriptId: '0', url: '' };
  const nodes = [
    { id: 1, callFrame: root, children: [2] },
    { id: 2, callFrame, hitCount: ms, positionTicks: [{ line, ticks: ms }] },
  ];
  const samples = Array<number>(ms).fill(2);
  const timeDeltas = samples.map(() => 1000);
  return JSON.stringify({ nodes, startTime, endTime: startTime + ms * 1000, samples, timeDeltas }).padEnd(bytes);
}
