/**
 * How a recorded program leaves the marks that it sets: `console.profile(name)` and `console.profileEnd(name)`. The
 * bootloader's bundle has this too: nothing large may be imported here.
 */

/** Folder, in the rendezvous' directory, in which each thread has a file of its marks. */
export const MARKS_FOLDER = 'marks';

/** Name of the file of a process's main thread. */
export const marksOfProcess = (pid: number): string => `process-${pid}`;

/** Name of the file of a worker, by its number in the recording. */
export const marksOfWorker = (id: number): string => `worker-${id}`;

/** More marks than this of one thread are left out; the last one that is kept is a `limit`. */
export const MOST_MARKS = 20_000;

/** One line of such a file, as JSON: what, when on the clock of `process.hrtime` in microseconds, and its name. */
export type MarkNote = readonly [kind: 'start' | 'end' | 'limit', us: number, name: string];

/** Characters of a name that are kept. */
const LONGEST_NAME = 200;

/**
 * A function of the file's absolute path and of what loads Node's modules. From then on the thread's marks are noted there,
 * and V8, which would start a profiler of its own for each while the inspector is open, does not hear of them. It is text
 * since workers get it through the inspector, and has no name of the program's in the profile that way. The functions are
 * named, and look, as V8's own; they are put back as soon as nobody takes marks any more.
 */
export const MARKS_SCRIPT = `(function (file, load) {
  const { openSync, writeSync, closeSync } = load('node:fs');
  const { bigint } = process.hrtime;
  const { stringify } = JSON;
  const { apply } = Reflect;
  const { defineProperty } = Object;
  const text = String;
  const number = Number;
  const { slice } = '';
  let left = ${MOST_MARKS};
  const nameOf = (title) => {
    try {
      return title === undefined ? '' : apply(slice, text(title), [0, ${LONGEST_NAME}]);
    } catch {
      return '';
    }
  };
  const note = (kind, name) => {
    if (left === 0) return;
    left--;
    const line = '["' + (left === 0 ? 'limit' : kind) + '",' + number(bigint()) / 1000 + ',' + stringify(name) + ']';
    const handle = openSync(file, 'a', 0o600);
    try {
      writeSync(handle, line + '\\n');
    } finally {
      closeSync(handle);
    }
  };
  const replace = (key, kind) => {
    const before = Object.getOwnPropertyDescriptor(console, key);
    if (typeof before?.value !== 'function') return;
    const { [key]: mark } = {
      [key]() {
        try {
          note(kind, nameOf(arguments[0]));
        } catch {
          if (console[key] === mark) defineProperty(console, key, before);
          return apply(before.value, this, arguments);
        }
      },
    };
    defineProperty(console, key, { ...before, value: mark });
  };
  replace('profile', 'start');
  replace('profileEnd', 'end');
})`;
