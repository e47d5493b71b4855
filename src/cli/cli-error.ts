/** A failure of the command itself, in one sentence for the user; the exit code is 2. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
