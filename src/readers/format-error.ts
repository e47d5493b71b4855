import * as v from 'valibot';

/**
 * A file that is not what its name says: truncated, corrupt, hostile or of another format. The message is one sentence
 * for the user that names the file, what is wrong and what to do. `offset` is the byte at which it was noticed, where
 * that is known.
 */
export class FormatError extends Error {
  constructor(
    readonly file: string,
    private readonly problem: string,
    readonly offset?: number,
    options?: ErrorOptions,
  ) {
    super(`${file} cannot be read: ${problem}${offset === undefined ? '' : ` (at byte ${offset})`}.`, options);
    this.name = 'FormatError';
  }

  /** The same of the file that was unpacked to this one, in which the offset means nothing. */
  of(packed: string): FormatError {
    return new FormatError(packed, this.problem, undefined, { cause: this });
  }
}

/** A value of a file as its schema has it. Throws a `FormatError` that tells the problem where it is another. */
export function parseAs<T>(schema: v.GenericSchema<unknown, T>, value: unknown, file: string, problem: string): T {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new FormatError(file, problem);
}
