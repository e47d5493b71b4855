import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readV8Log } from '../../../../src/readers/v8-log/read.ts';
import type { Profile } from '../../../../src/core/index.ts';
import { withScratch } from '../../../support/scratch.ts';

/** Reads a log that is given as text (or bytes), through a real file. */
export function readText(log: string | Buffer): Promise<Profile> {
  return withScratch(async (folder) => {
    const file = path.join(folder, 'some.v8log');
    await writeFile(file, log);
    return readV8Log(file);
  });
}

/**
 * A small log: script 7 with three lines, `outer` (bytecode at 0x1000, compiled at 0x9000 with `inner` inlined at its
 * character 28), `inner` (bytecode at 0x2000), a builtin at 0x5000.
 */
export const smallLog = [
  'v8-version,12,4,254,21,-node.57,0',
  'shared-library,/usr/bin/node,0x400000,0x500000,0',
  'profiler,begin,1000',
  'code-creation,Builtin,2,10,0x5000,64,ArrayPrototypeSort',
  'code-creation,BytecodeHandler,0,10,0x6000,64,Add',
  'script-source,7,file:///a/b.js,function outer() {\\n  return inner(1\\x2C 2);\\n}\\nfunction inner(a\\x2C b) { return a + b; }',
  'code-creation,JS,10,20,0x1000,20,outer file:///a/b.js:1:15,0xa0,~',
  'code-source-info,0x1000,7,14,42,C0O21C4O28,,',
  'code-creation,JS,10,21,0x2000,20,inner file:///a/b.js:4:15,0xb0,~',
  'code-source-info,0x2000,7,57,81,C0O66C4O75,,',
  'code-creation,JS,13,30,0x9000,256,outer file:///a/b.js:1:15,0xa0,*',
  'code-source-info,0x9000,7,14,42,C16O21C32O75I0C64O28,F0O28,S0xb0',
];

/**
 * The lines of ticks, a millisecond apart. Each is drawn as the place in the code and its callers, `0x5104 < 0x1004`; V8's state,
 * where it is not that of JavaScript, stands behind a colon. There may be several in one text, between commas.
 */
export const tickLines = (...drawn: readonly string[]): string[] =>
  drawn
    .join(', ')
    .split(', ')
    .map((text, i) => {
      const [at, ...callers] = text.split(' < ');
      const [place, state = '0'] = at.split(':');
      return ['tick', place, 1000 * (i + 1), 0, '0x0', state, ...callers].join();
    });

/** The lines by which V8 tells of builtins, by their addresses. */
export const builtinLines = (names: Readonly<Record<string, string>>): string[] =>
  Object.entries(names).map(([address, name]) => `code-creation,Builtin,2,10,${address},64,${name}`);
