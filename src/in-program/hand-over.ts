import fs from 'node:fs';
import path from 'node:path';
import type { OwnInspector } from './own-inspector.ts';
import { isAlive, type ProgramError, type RendezvousNotes, type RendezvousPlace } from '../recording/rendezvous.ts';

/** The moment, once, at which a program that is about to end lets its recorder take the profile. */
export class HandOver {
  readonly #place: RendezvousPlace;
  readonly #inspector: OwnInspector;
  #isDone = false;
  #isWanted = true;
  #isReleased = false;
  /** The error that is ending the program. */
  failure: ProgramError | undefined;

  constructor(place: RendezvousPlace, inspector: OwnInspector) {
    this.#place = place;
    this.#inspector = inspector;
  }

  /** Whether the profile is still to be taken. */
  get isPending(): boolean {
    return this.#isWanted && !this.#isDone;
  }

  /** The recorder has taken the profile: the program may end. */
  release(): void {
    this.#isReleased = true;
  }

  /** The recorder has what it wants already: the program need not wait at its end. */
  cancel(): void {
    this.#isWanted = false;
  }

  /** Nobody samples the program any more. */
  end(): void {
    this.#isDone = true;
    this.#inspector.close();
  }

  /** Waits until the recorder has taken the profile; then closes the inspector, so that Node waits for nobody. */
  now(code: number, signal?: NodeJS.Signals): void {
    const { recorder, directory } = this.#place;
    if (this.#isDone) return;
    this.#isDone = true;
    try {
      if (this.#isWanted && isAlive(recorder)) {
        const isInspectorClosed = this.#inspector.url() === undefined ? true : undefined;
        const error = code === 0 ? undefined : this.failure;
        writeNote(directory, 'ending', { code, signal, error, isInspectorClosed });
        // A call that was repeated at the start may arrive only now, and would let us go before the profile is taken.
        while (!isInspectorClosed && !this.#isReleased && isAlive(recorder)) this.#inspector.wait();
      }
      this.#inspector.close();
    } catch {
      // The recorder's directory is gone: nobody wants the profile.
    }
  }
}

/** Leaves a note for the recorder, whole or not at all: it reads as soon as the name appears. */
export function writeNote<Name extends keyof RendezvousNotes>(
  directory: string,
  name: Name,
  note: RendezvousNotes[Name],
): void {
  const temporary = path.join(directory, `.${name}-${process.pid}`);
  fs.writeFileSync(temporary, JSON.stringify(note), { mode: 0o600 });
  fs.renameSync(temporary, path.join(directory, `${name}-${process.pid}`));
}
