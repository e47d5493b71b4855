import type { Analysis, CancelSignal } from '../profile/index.ts';

export interface AnalyzeOptions {
  /** Folders whose code is the user's own; a source outside of them and outside node_modules is own code as well. */
  readonly workspaceFolders?: readonly string[];
  readonly signal?: CancelSignal;
  readonly onProgress?: (done: { readonly stage: string; readonly share: number }) => void;
}

/** The file is not a recording that can be read; the message names it and says what to do. */
export class UnreadableRecordingError extends Error {
  readonly file: string;
  constructor(file: string, message: string) {
    super(message);
    this.name = 'UnreadableRecordingError';
    this.file = file;
  }
}

/** What a recording on disk says, in original lines. Throws `UnreadableRecordingError`. */
export function analyze(recording: string, options: AnalyzeOptions = {}): Promise<Analysis> {
  return Promise.reject(new UnreadableRecordingError(recording, `${recording} cannot be read yet (${JSON.stringify(options)}).`));
}
