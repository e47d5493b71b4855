import path from 'node:path';
import type { ProgramError } from '../recording/rendezvous.ts';

/** What the recorder is told of an error that ends the program; undefined for what is none, or does not let itself be read. */
export function describeError(error: unknown): ProgramError | undefined {
  try {
    if (!(error instanceof Error)) return undefined;
    // A program may have set these to values of any type.
    const said = error as Readonly<Record<'name' | 'message' | 'stack', unknown>>;
    const name = String(said.name);
    const message = String(said.message);
    const compile = name === 'SyntaxError' ? placeOf(String(said.stack)) : undefined;
    // Notes are JSON: nothing that has a prototype, and a `toJSON` of the program's there, may be in them.
    return Object.assign(Object.create(null), { name, message, compile }) as ProgramError;
  } catch {
    return undefined; // a getter of the program's own that throws
  }
}

/** Where code does not compile, as {@link ProgramError} has it. */
function placeOf(stack: string): string | undefined {
  const lines = stack.split('\n');
  // A file that does not compile stands above the message; JSON.parse and the like have frames of their own instead.
  if (path.isAbsolute(lines[0]) && /:\d+$/.test(lines[0])) return lines[0];
  const frames = lines.filter((line) => /^\s+at /.test(line));
  return frames.every((line) => line.includes('node:')) ? '' : undefined;
}
