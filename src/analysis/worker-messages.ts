import type { Analysis } from '../profile/index.ts';
import type { AnalysisProgress } from './analyze.ts';

/** What the analysis worker is asked, and what it answers: any number of `progress`, then one `done` or `failed`. */
export interface WorkerRequest {
  readonly recording: string;
}

export type WorkerReply =
  | { readonly type: 'progress'; readonly progress: AnalysisProgress }
  | { readonly type: 'done'; readonly analysis: Analysis }
  /** `unreadable`: the recording's fault, in a sentence for the user. Otherwise ours. */
  | { readonly type: 'failed'; readonly unreadable: boolean; readonly message: string; readonly stack?: string };
