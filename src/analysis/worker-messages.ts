import type { Analysis, RecordingPart } from '../core/index.ts';
import type { AnalysisProgress, AnalyzeOptions } from './analyze.ts';

/** The options of an analysis that the caller sends to the worker. */
export type Manner = Pick<AnalyzeOptions, 'time' | 'places' | 'causes' | 'ofCalls'>;

/** What the analysis worker is asked. `log` is the path of a V8 log when its program was started. */
export type WorkerRequest =
  /** Answered by any number of `progress`, then one `done` or `failed`. `log`: the path under which it was followed. */
  | ({
      readonly type: 'analyze';
      readonly recording: string;
      readonly log?: string;
      readonly part: RecordingPart;
    } & Manner)
  /** Read this while it is written; not answered. */
  | { readonly type: 'follow'; readonly log: string }
  | { readonly type: 'unfollow'; readonly log: string };

/** What the analysis worker answers. */
export type WorkerReply =
  | { readonly type: 'progress'; readonly progress: AnalysisProgress }
  | { readonly type: 'done'; readonly analysis: Analysis }
  /** `unreadable`: the recording's fault, in a sentence for the user. Otherwise ours. */
  | { readonly type: 'failed'; readonly unreadable: boolean; readonly message: string; readonly stack?: string };

/** The buffers of every typed array in a value of plain objects, each once; shared memory and WebAssembly's stay out. */
export function transferables(value: object): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const waiting: object[] = [value];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (ArrayBuffer.isView(next)) {
      if (next.buffer instanceof ArrayBuffer) buffers.add(next.buffer);
    } else if (!isFlatArray(next)) {
      for (const part of Object.values(next) as unknown[])
        if (typeof part === 'object' && part !== null) waiting.push(part);
    }
  }
  return [...buffers];
}

/** Long tables of strings or numbers hold no buffers and need no look at each row. */
const isFlatArray = (value: object): boolean => Array.isArray(value) && typeof value[0] !== 'object';
