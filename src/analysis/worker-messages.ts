import type { Analysis } from '../core/index.ts';
import type { AnalysisProgress } from './analyze.ts';

/** What the analysis worker is asked. `log` is the path of a V8 log when its program was started. */
export type WorkerRequest =
  /** Answered by any number of `progress`, then one `done` or `failed`. `log`: as which it was followed. */
  | { readonly type: 'analyze'; readonly recording: string; readonly log?: string }
  /** Read this while it is written; not answered. */
  | { readonly type: 'follow'; readonly log: string }
  | { readonly type: 'unfollow'; readonly log: string };

/** What the analysis worker answers. */
export type WorkerReply =
  | { readonly type: 'progress'; readonly progress: AnalysisProgress }
  | { readonly type: 'done'; readonly analysis: Analysis }
  /** `unreadable`: the recording's fault, in a sentence for the user. Otherwise ours. */
  | { readonly type: 'failed'; readonly unreadable: boolean; readonly message: string; readonly stack?: string };
