import type { OwnInspector } from './own-inspector.ts';
import { isProcess, join, ownPid, renameSync, setPrototypeOf, stringify, writeFileSync } from './own-builtins.ts';
import type { EndingNote, RendezvousNotes, RendezvousPlace } from '../recording/rendezvous.ts';

/** The moment, once, at which a program that is about to end lets its recorder take the profile. */
export type HandOver = ReturnType<typeof prepareHandOver>;

/** Not a class: for old Nodes its private fields would be kept in a `WeakMap`, whose methods a program may have replaced. */
export function prepareHandOver({ recorder, directory }: RendezvousPlace, inspector: OwnInspector) {
  let isDone = false;
  let isWanted = true;
  let isReleased = false;
  let unwritten: EndingNote | undefined;
  const tell = (note: EndingNote): void => {
    try {
      writeNote(directory, 'ending', note);
    } catch {
      // The program may have removed the folder, changed its user, or used up the disk or its descriptors.
      unwritten = note;
    }
  };
  const handOver = {
    /** Name of the error that is ending the program. */
    failure: undefined as string | undefined,
    /** What should be in the ending note, where the program can write none: the recorder asks for it. */
    unwritten: () => unwritten,
    /** Whether the profile is still to be taken. */
    isPending: () => isWanted && !isDone,
    /** The recorder has taken the profile: the program may end. */
    release: () => void (isReleased = true),
    /** The recorder has what it wants already: the program need not wait at its end. */
    cancel: () => void (isWanted = false),
    /** Nobody samples the program any more. */
    end: () => {
      isDone = true;
      inspector.leave();
    },
    /** Waits until the recorder has taken the profile; then closes the inspector, so that Node waits for nobody. */
    now: (code: number, signal?: NodeJS.Signals) => {
      if (isDone) return;
      isDone = true;
      try {
        if (isWanted && isProcess(recorder)) {
          const isInspectorClosed = inspector.url() === undefined ? true : undefined;
          tell(bare({ code, signal, error: code === 0 ? undefined : handOver.failure, isInspectorClosed }));
          // A call that was repeated at the start may arrive only now, and would let us go before the profile is taken.
          while (!isInspectorClosed && !isReleased && isProcess(recorder)) inspector.wait();
        }
        inspector.end();
        enterFunction();
      } catch {
        // The inspector is closed: nobody can take the profile.
      }
    },
  };
  return handOver;
}

/**
 * V8 passes on what came from the inspector's thread, here that the recorder is gone, as it enters a function. Node would say
 * that it waits for the recorder if it ended before that.
 */
const enterFunction = (): void => undefined;

/** Without a prototype: a program may have given all objects a `toJSON`, or a `flag`. */
export function bare<Value extends object>(value: Value): Value {
  return setPrototypeOf(value, null) as Value;
}

/** Leaves a note for the recorder, whole or not at all: it reads as soon as the name appears. */
export function writeNote<Name extends keyof RendezvousNotes>(
  directory: string,
  name: Name,
  note: RendezvousNotes[Name],
): void {
  const temporary = join(directory, `.${name}-${ownPid}`);
  writeFileSync(temporary, stringify(note), bare({ mode: 0o600 }));
  renameSync(temporary, join(directory, `${name}-${ownPid}`));
}
