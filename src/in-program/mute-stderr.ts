import fs from 'node:fs';
import type Tty from 'node:tty';
import type { Addon } from './frame-repair/frame-repair.ts';
import { loadModule } from './node-bindings.ts';

/**
 * The inspector announces itself on file descriptor 2. The descriptor points at nothing meanwhile, so that the stream
 * stays what it is and nobody sees the lines. Gives what ends that; undefined where it cannot be done. `addon` can duplicate
 * a descriptor.
 */
export function muteStderr(addon: Addon | undefined): (() => void) | undefined {
  const spare = addon?.muteErrors() ?? -1;
  if (addon && spare >= 0) return () => addon.restoreErrors(spare);
  // Node's permissions, or a folder mounted noexec: by opening it again then.
  return process.platform === 'win32' ? undefined : muteByOpening();
}

/** Opens what the descriptor leads to once more. Not possible for sockets, except where `/dev/fd` duplicates. */
function muteByOpening(): (() => void) | undefined {
  try {
    const device = deviceOf(2);
    const flags =
      (isTerminal(2) ? fs.constants.O_RDWR : fs.constants.O_WRONLY | fs.constants.O_APPEND) | fs.constants.O_NOCTTY;
    const spare = fs.openSync(device, flags);
    const path = `/dev/fd/${spare}`;
    reopen(2, '/dev/null', fs.constants.O_WRONLY);
    return () => {
      reopen(2, path, flags);
      fs.closeSync(spare);
    };
  } catch {
    return undefined;
  }
}

/** Hardly needed, and loading it costs a program milliseconds. */
const isTerminal = (descriptor: number): boolean => (loadModule('node:tty') as typeof Tty).isatty(descriptor);

/** By what path is a descriptor opened once more? */
export function deviceOf(descriptor: number): string {
  if (process.platform === 'linux') return `/proc/self/fd/${descriptor}`;
  return isTerminal(descriptor) ? '/dev/tty' : `/dev/fd/${descriptor}`;
}

/** A new file gets the lowest free descriptor, which is the one just closed: nothing else runs in between. */
function reopen(descriptor: number, file: string, flags: number): void {
  fs.closeSync(descriptor);
  fs.openSync(file, flags);
}
