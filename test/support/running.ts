import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { until } from './until.ts';

export interface Outcome {
  /** As a shell tells it: 128 plus the signal's number, where one ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs. */
export class Running {
  readonly ended: Promise<Outcome>;
  /** What it has printed until now. */
  readonly text = { stdout: '', stderr: '' };

  constructor(readonly child: ChildProcess) {
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => (this.text[name] += text));
    this.ended = new Promise((resolve) =>
      child.once('close', (code, signal) => resolve({ code: code ?? 128 + constants.signals[signal!], ...this.text })),
    );
  }

  /** Waits until a stream has this text; what it has then. Rejects when the process ends without it. */
  async until(name: 'stdout' | 'stderr', text: string | RegExp): Promise<string> {
    const isThere = (): boolean => this.text[name].search(text) >= 0;
    while (!isThere()) {
      const stream = this.child[name];
      const more = new Promise<void>((resolve) => stream?.once('data', () => resolve()));
      const outcome = await Promise.race([more, this.ended]);
      if (outcome && !isThere()) assert.fail(`It ended without ${text}: ${JSON.stringify(outcome)}`);
    }
    return this.text[name];
  }

  get pid(): number {
    return this.child.pid ?? assert.fail();
  }

  /** Resolves when it has printed this so many times more. */
  prints(word: string, times = 1): Promise<void> {
    const count = (): number => this.text.stdout.split(word).length;
    const wanted = count() + times;
    return until(`${times} times ${word}`, () => count() >= wanted);
  }

  /** Sends a signal to it alone. */
  press(signal: NodeJS.Signals = 'SIGINT'): void {
    this.child.kill(signal);
  }

  /** Ctrl-C in a terminal: everything in the group that it heads gets the signal. */
  pressForAll(): void {
    process.kill(-this.pid, 'SIGINT');
  }
}
