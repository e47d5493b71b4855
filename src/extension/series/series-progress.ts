import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Microseconds } from '../../core/index.ts';
import { formatTime } from '../../present/quantities.ts';
import { withoutLinks } from '../plain-text.ts';

/** A notification that tells how far a series of runs is, and cancels it. */
export class SeriesProgress {
  readonly #wanted: number;
  #report: (ran: number, message: string) => void = () => undefined;
  #end: () => void = () => undefined;

  constructor({ program, wanted, cancel }: { program: string; wanted: number; cancel: () => void }) {
    this.#wanted = wanted;
    const title = withoutLinks(`Heatline: running ${path.basename(program)} ${wanted} times`);
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const ended = new Promise<void>((resolve) => (this.#end = resolve));
    void vscode.window.withProgress(options, async (progress, token) => {
      const listening = token.onCancellationRequested(cancel);
      this.#report = (ran, message) => progress.report({ message, increment: (ran / wanted) * 100 });
      this.#report(0, `run 1 of ${wanted}`);
      await ended;
      listening.dispose();
    });
  }

  /** The run of this number, from 1, is over. */
  ran(run: number, duration: Microseconds): void {
    const left = this.#wanted - run;
    const about = left > 0 ? `run ${run + 1} of ${this.#wanted}, about ${formatTime(left * duration)} left` : '';
    this.#report(1, about);
  }

  end(): void {
    this.#end();
  }
}
