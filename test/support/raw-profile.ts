/** A `.cpuprofile` as V8 writes it. */
export interface RawProfile {
  readonly nodes: readonly RawNode[];
  readonly startTime: number;
  readonly endTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface RawNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly hitCount: number;
  readonly children?: readonly number[];
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

export interface CallFrame {
  readonly functionName: string;
  readonly scriptId: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}
