import { Transform } from 'node:stream';

/** The inspector's lines in the order in which it writes them, all before the program's first own byte. */
const OPENING = ['Debugger listening on ws://', 'For help, see: https://', 'Debugger attached.'] as const;
/** Written in one piece when a program gets around the bootloader at its end; what was written just before may come with it. */
const WAITING = /(?<=^|\n)Waiting for the debugger to disconnect\.\.\.\n$/;

/**
 * Takes the inspector's own opening lines out of a program's stderr and passes every other byte through, as soon as
 * it cannot belong to one of them. After the last of these lines nothing is held back any more. `observe` sees what
 * passes; a listener for data would start the stream before its reader is there. `opening`: none below a command, where such
 * lines are of an inspector that the command has asked for.
 */
export function filterInspectorLines(
  observe?: (bytes: Buffer) => void,
  opening: readonly string[] = OPENING,
): Transform {
  let held = '';
  let next = 0;

  /** A character for each byte. */
  const filter = (text: string): string => {
    let rest = held + text.replace(WAITING, '');
    held = '';
    let passed = '';
    while (next < opening.length && rest !== '') {
      const [line] = /^[^\n]*\n?/.exec(rest) ?? [''];
      const mayBecome = line.startsWith(opening[next]) || opening[next].startsWith(line);
      if (mayBecome && !line.endsWith('\n')) {
        held = rest;
        return passed;
      }
      if (mayBecome) next++;
      else passed += line;
      rest = rest.slice(line.length);
    }
    return passed + rest;
  };

  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const passed = Buffer.from(filter(chunk.toString('latin1')), 'latin1');
      observe?.(passed);
      done(null, passed);
    },
    flush: (done) => done(null, Buffer.from(held, 'latin1')),
  });
}
