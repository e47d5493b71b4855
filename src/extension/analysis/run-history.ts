import type * as vscode from 'vscode';
import { type ComparableRun, conditionsOf, didAllWork } from '../../compare/index.ts';
import type { Microseconds } from '../../core/index.ts';

const KEY = 'heatline.activeTimes';
/** So many programs, and so many recordings of each, are remembered. */
const programs = 20;
const recordings = 10;

/**
 * Active times of the last recordings of each program, made in the same way, as the workspace keeps them: how much they
 * differ by themselves, without which the difference of two says nothing. A series counts once, with its mean: its runs
 * were made one after the other, and are more alike than recordings of different hours.
 */
export class RunHistory {
  constructor(private readonly state: vscode.Memento) {}

  /** Remembers how long it took what was just recorded: a run, or the mean of a series. */
  async remember(recorded: ComparableRun): Promise<void> {
    const key = keyOf(recorded);
    if (key === undefined) return;
    const { [key]: times = [], ...others } = this.#known();
    const kept = Object.entries(others).slice(1 - programs);
    const all = [...times, recorded.quality.activeTime].slice(-recordings);
    await this.state.update(KEY, { ...Object.fromEntries(kept), [key]: all });
  }

  /** Active times of recordings that were made in the same way as these, and are none of them. Each is given by its runs. */
  othersThan(...compared: readonly (readonly ComparableRun[])[]): Microseconds[] {
    const key = keyOf(compared[0][0]);
    const times = key === undefined ? [] : [...(this.#known()[key] ?? [])];
    for (const runs of compared) {
      const mean = runs.reduce((sum, { quality }) => sum + quality.activeTime, 0) / runs.length;
      const at = times.lastIndexOf(mean);
      if (at >= 0) times.splice(at, 1);
    }
    return times;
  }

  #known(): Readonly<Record<string, readonly Microseconds[]>> {
    return this.state.get(KEY, {});
  }
}

/** What has to be alike for two runs to be compared; undefined for one that did not do all of its work. */
function keyOf(run: ComparableRun): string | undefined {
  const { facts, quality } = run;
  const isDone = didAllWork([run]) && facts.ending?.kind === 'exit' && facts.ending.code === 0;
  if (facts.program === undefined || !isDone || !(quality.activeTime > 0)) return undefined;
  return conditionsOf(run);
}
