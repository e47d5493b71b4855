import type { ProgramError } from '../recording/rendezvous.ts';

/** What the recorder is told of an error that ends the program; undefined for what is none, or does not let itself be read. */
export function describeError(error: unknown): ProgramError | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    // A program may have set it to a value of any type, and all objects may have a `toJSON` of the program's.
    return Object.assign(Object.create(null), { name: String(error.name) }) as ProgramError;
  } catch {
    return undefined; // a getter of the program's own that throws
  }
}
