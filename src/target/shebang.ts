import { closeSync, openSync, readSync } from 'node:fs';
import { attempt } from '../core/attempt.ts';

/** More than the first line of a script takes, in bytes. */
const FIRST_LINE = 256;

/**
 * Is this file a script for something else than Node, such as what pnpm has in `node_modules/.bin`? Then it is to be run as a
 * command. Its first line tells; what is named as JavaScript or TypeScript is taken for that. `file`: an absolute path; one that
 * cannot be read is none.
 */
export function isOtherScript(file: string): boolean {
  if (/\.[cm]?[jt]sx?$/.test(file)) return false;
  const [, command] = /^#!\s*(.*)/.exec(attempt(() => readStart(file)) ?? '') ?? [];
  return command !== undefined && !/(?:^|[\s/])(?:node|nodejs)(?:\s|$)/.test(command);
}

function readStart(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(FIRST_LINE);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}
