import * as vscode from 'vscode';
import { Category } from '../../core/index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import type { Parts } from '../parts.ts';
import type { RecordingEntry } from '../recordings/recording-list.ts';
import type { ProfiledFile } from '../recordings/recording-store.ts';
import { describeResult, isSlight, resultOf } from '../result-text.ts';
import { readSetting } from '../settings.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import type { RecordingOutcome } from '../../recorder/recording-session.ts';

/** The parts, and what is called when a profiled run is shown. */
export type ShowingParts = Parts & { readonly onProfiled: () => void };

/** Shows what was just profiled, and keeps what is known of it; the answer in one sentence where there is one. */
export async function showProfiled(
  { recordings, store, onProfiled, panel }: ShowingParts,
  entry: RecordingEntry,
  view: AnalysisView,
  hasFailed: boolean,
): Promise<string | undefined> {
  await recordings.setResult(entry.id, resultOf(view));
  // Of a program that did not compile there is nothing to see.
  if (hasFailed && !hasOwnTime(view)) return undefined;
  // A run that tells nothing does not take the place of one that does.
  const stays = isSlight(view) && store.current !== undefined && !isSlight(store.current);
  if (stays) return describeResult(view, false);
  await recordings.keepSources(entry.id, ownFiles(view));
  store.show(view);
  onProfiled();
  if (readSetting('openFlameGraph')) panel.reveal();
  return describeResult(view, true);
}

const isOwnWithTime = ({ index }: AnalysisView, source: number): boolean =>
  index.categoryOfSource[source] === Category.own && index.selfOfSource[source] > 0;

const hasOwnTime = (view: AnalysisView): boolean =>
  view.analysis.sources.some((_, source) => isOwnWithTime(view, source));

/** The user's own files that have time in them. */
export function ownFiles(view: AnalysisView): ProfiledFile[] {
  return view.analysis.sources.flatMap(({ path: file, isFile, contentHash, content }, source) => {
    return isOwnWithTime(view, source) && isFile && contentHash !== undefined && content === undefined
      ? [{ path: file, hash: contentHash }]
      : [];
  });
}

/** Notes how a run ended; what was recorded of it. Throws a sentence for the user where that is nothing. */
export function takeOutcome({ log }: Parts, { ending, diagnostics, recording }: RecordingOutcome) {
  log.info(`Ended: ${JSON.stringify(ending)}`);
  const hasFailed = ending.kind === 'exit' && ending.error !== undefined;
  if (recording !== undefined) return { file: vscode.Uri.file(recording), hasFailed };
  const why = diagnostics.find(({ severity }) => severity === 'error');
  throw new Error(why ? describeDiagnostic(why) : 'Nothing was recorded: the program ended before the first sample.');
}
