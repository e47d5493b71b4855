import type * as vscode from 'vscode';
import { compareWholes, conditionsOf, didAllWork, type WholeChange } from '../../compare/index.ts';
import type { Analysis, Microseconds } from '../../core/index.ts';
import type { AnalysisView } from './analysis-store.ts';

/** The whole of a run against the run before it, with the spread of those before that. */
export interface ChangeSinceLast extends WholeChange {
  /** Active time. */
  readonly before: Microseconds;
}

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

  /** The same view with its change since the run before, where there is one; the run is remembered. */
  async compare(view: AnalysisView): Promise<AnalysisView> {
    const key = keyOf(view.analysis);
    if (key === undefined) return view;
    const known = this.#state.get<Readonly<Record<string, readonly number[]>>>(KEY, {});
    const { [key]: times = [], ...others } = known;
    const after = view.analysis.quality.activeTime;
    const kept = Object.entries(others).slice(1 - programs);
    await this.#state.update(KEY, { ...Object.fromEntries(kept), [key]: [...times, after].slice(-runs) });
    const before = times.at(-1);
    if (before === undefined) return view;
    return { ...view, change: { before, ...compareWholes([before], [after], times.slice(0, -1)) } };
  }
}

/** What has to be alike for two runs to be compared; undefined for one that did not do all of its work. */
function keyOf(analysis: Analysis): string | undefined {
  const { facts, quality } = analysis;
  const isDone = didAllWork([analysis]) && facts.ending?.kind === 'exit' && facts.ending.code === 0;
  if (facts.program === undefined || !isDone || !(quality.activeTime > 0)) return undefined;
  return conditionsOf(analysis);
}
