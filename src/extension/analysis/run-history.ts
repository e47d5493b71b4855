import type * as vscode from 'vscode';
import { type ComparableRun, conditionsOf, didAllWork } from '../../compare/index.ts';
import type { Microseconds } from '../../core/index.ts';

const KEY = 'heatline.activeTimes';
/** So many programs, and so many runs of each, are remembered. */
const programs = 20;
const runs = 10;

/**
 * Active times of the last runs of each program, made in the same way, as the workspace keeps them: how much runs differ
 * by themselves, without which the difference of two says nothing.
 */
export class RunHistory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Remembers how long runs took that were just recorded. */
  async remember(recorded: readonly ComparableRun[]): Promise<void> {
    for (const run of recorded) {
      const key = keyOf(run);
      if (key === undefined) continue;
      const { [key]: times = [], ...others } = this.#known();
      const kept = Object.entries(others).slice(1 - programs);
      const all = [...times, run.quality.activeTime].slice(-runs);
      await this.#state.update(KEY, { ...Object.fromEntries(kept), [key]: all });
    }
  }

  /** Active times of runs that were made in the same way as these, and are none of them. */
  othersThan(compared: readonly ComparableRun[]): Microseconds[] {
    const key = compared.length > 0 ? keyOf(compared[0]) : undefined;
    const times = key === undefined ? [] : [...(this.#known()[key] ?? [])];
    for (const { quality } of compared) {
      const at = times.lastIndexOf(quality.activeTime);
      if (at >= 0) times.splice(at, 1);
    }
    return times;
  }

  #known(): Readonly<Record<string, readonly Microseconds[]>> {
    return this.#state.get(KEY, {});
  }
}

/** What has to be alike for two runs to be compared; undefined for one that did not do all of its work. */
function keyOf(run: ComparableRun): string | undefined {
  const { facts, quality } = run;
  const isDone = didAllWork([run]) && facts.ending?.kind === 'exit' && facts.ending.code === 0;
  if (facts.program === undefined || !isDone || !(quality.activeTime > 0)) return undefined;
  return conditionsOf(run);
}
