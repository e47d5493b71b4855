/** The file is not a recording that can be read; the message names it and says what to do. */
export class UnreadableRecordingError extends Error {
  readonly file: string;
  constructor(file: string, message: string) {
    super(message);
    this.name = 'UnreadableRecordingError';
    this.file = file;
  }
}

/** The analysis was called off; nothing is wrong with the recording. */
export class AnalysisCancelledError extends Error {
  constructor() {
    super('The analysis was cancelled.');
    this.name = 'AnalysisCancelledError';
  }
}
