import * as vscode from 'vscode';
import type { RecordingSession } from '../../recorder/index.ts';
import { contextKeys } from '../contributions.ts';

/** A program that is being profiled. */
export interface ActiveRun {
  readonly session: RecordingSession;
  readonly title: string;
}

/** The programs that are being profiled now. */
export class RunRegistry implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #active: readonly ActiveRun[] = [];

  constructor() {
    this.#publish(); // a window keeps what was said before extensions were started anew
  }

  get active(): readonly ActiveRun[] {
    return this.#active;
  }

  add(run: ActiveRun): void {
    this.#set([...this.#active, run]);
  }

  remove(session: RecordingSession): void {
    this.#set(this.#active.filter((run) => run.session !== session));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(active: readonly ActiveRun[]): void {
    this.#active = active;
    this.#publish();
    this.#changed.fire();
  }

  #publish(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.running, this.#active.length > 0);
  }
}
