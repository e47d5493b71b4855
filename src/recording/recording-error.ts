/** A failure of ours before or while recording, in one sentence that says what to do. */
export class RecordingError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'RecordingError';
  }
}
