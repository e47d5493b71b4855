import { Transform } from 'node:stream';

/** The inspector's lines in the order in which it writes them, all before the program's first own byte. */
const OPENING = ['Debugger listening on ws://', 'For help, see: https://', 'Debugger attached.'] as const;
/** Written in one piece when a program gets around the bootloader at its end; what was written just before may come with it. */
const WAITING = Buffer.from('Waiting for the debugger to disconnect...\n');
const EMPTY = Buffer.alloc(0);
const NEWLINE = 0x0a;

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
  let held: Buffer = EMPTY;
  let next = 0;

  const filter = (bytes: Buffer): Buffer => {
    const chunk = withoutWaiting(bytes);
    if (next >= opening.length) return chunk;
    let rest = Buffer.concat([held, chunk]);
    const kept: Buffer[] = [];
    while (next < opening.length && rest.length > 0) {
      const end = rest.indexOf(NEWLINE);
      const line = end < 0 ? rest : rest.subarray(0, end + 1);
      if (end < 0 && mayBecome(line, opening[next])) {
        held = rest;
        return Buffer.concat(kept);
      }
      if (end >= 0 && mayBecome(line, opening[next])) next++;
      else kept.push(line);
      rest = rest.subarray(line.length);
    }
    held = EMPTY;
    return Buffer.concat([...kept, rest]);
  };

  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const passed = filter(chunk);
      observe?.(passed);
      done(null, passed);
    },
    flush: (done) => done(null, held),
  });
}

function withoutWaiting(chunk: Buffer): Buffer {
  const at = chunk.length - WAITING.length;
  const isThere = at >= 0 && chunk.subarray(at).equals(WAITING) && (at === 0 || chunk[at - 1] === NEWLINE);
  return isThere ? chunk.subarray(0, at) : chunk;
}

function mayBecome(line: Buffer, opening: string): boolean {
  return line.length < opening.length
    ? opening.startsWith(line.toString('latin1'))
    : line.toString('latin1', 0, opening.length) === opening;
}
