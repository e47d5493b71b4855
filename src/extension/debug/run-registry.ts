import * as vscode from 'vscode';
import type { RecordingSession } from '../../recorder/index.ts';
import { contextKeys } from '../contributed-names.ts';

/** A program that is being profiled. */
export interface ActiveRun {
  readonly session: RecordingSession;
  readonly title: string;
}

/** The programs that are being profiled now. */
export class RunRegistry {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #active: readonly ActiveRun[] = [];
  #keeping: Promise<unknown> = Promise.resolve();

  constructor() {
    this.#set([]); // a window keeps what was said before extensions were started anew
  }

  get active(): readonly ActiveRun[] {
    return this.#active;
  }

  add(run: ActiveRun): void {
    this.#set([...this.#active, run]);
  }

  /** A program has ended. `keeping` settles when its recording, if there is one, is among those of the workspace. */
  remove(session: RecordingSession, keeping: Promise<unknown> | undefined): void {
    this.#keeping = Promise.allSettled([this.#keeping, keeping]);
    this.#set(this.#active.filter((run) => run.session !== session));
  }

  /** Ends all programs; resolves when they are gone and their recordings are kept. */
  async stopAll(): Promise<void> {
    await Promise.all(
      this.#active.map(async ({ session }) => {
        await session.stop('user');
        await session.finished;
      }),
    );
    await this.#keeping;
  }

  #set(active: readonly ActiveRun[]): void {
    this.#active = active;
    void vscode.commands.executeCommand('setContext', contextKeys.running, active.length > 0);
    this.#changed.fire();
  }
}
