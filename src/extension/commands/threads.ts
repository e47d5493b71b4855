import * as vscode from 'vscode';
import { labelText, pickPart, type RecordingPart, type SampleLabel, type ThreadId } from '../../core/index.ts';
import { formatShare, formatValue, valueLabel } from '../../present/quantities.ts';
import { threadLabel, whyUnrecorded } from '../../present/threads.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { commands, internalCommands } from '../contributed-names.ts';
import type { Parts } from '../parts.ts';
import { withoutIcons } from '../plain-text.ts';
import type { CommandTable } from '../report-error.ts';

/** Commands that choose which thread, which value and which labels of the shown recording everything in the editor shows. */
export function threadCommands({ store, loader }: Parts): CommandTable {
  /** Shows the part of what is shown that is chosen, if any. */
  const show = async (
    view: AnalysisView | undefined,
    choose: (view: AnalysisView) => RecordingPart | Promise<RecordingPart | undefined>,
  ): Promise<void> => {
    const part = view && (await choose(view));
    if (view && part) await loader.showPart(view, part);
  };
  return {
    [commands.selectThread]: () => show(store.current, pickThread),
    [commands.selectValue]: () => show(store.current, pickValue),
    [commands.selectLabels]: () => show(store.current, pickLabels),
    [internalCommands.showThread]: (id: unknown, thread: unknown) =>
      show(store.find(Number(id)), (view) => ofThread(view, typeof thread === 'number' ? thread : undefined)),
    [internalCommands.showAllTime]: (id: unknown) => show(store.find(Number(id)), withMoreTime),
  };
}

/** A thread, or all of them, in the part of the time that is shown. */
const ofThread = ({ analysis }: AnalysisView, thread: ThreadId | undefined): RecordingPart => {
  return { ...pickPart(analysis), thread };
};

/** Without the range of time; where there is none, without the marks. */
const withMoreTime = ({ analysis }: AnalysisView): RecordingPart => {
  const { range, ...rest } = pickPart(analysis);
  return range ? rest : { ...rest, marks: 'ignored' };
};

async function pickThread(view: AnalysisView): Promise<RecordingPart | undefined> {
  const { threads, thread: shown, quality } = view.analysis;
  const items = threads
    .filter(({ isRecorded }) => isRecorded)
    .map((thread) => ({
      label: withoutIcons(threadLabel(thread)),
      description: formatValue(quality, thread.activeTime ?? NaN),
      picked: thread.id === shown,
      thread: thread.id,
    }));
  const unrecorded = threads.filter(({ isRecorded }) => !isRecorded);
  const all = {
    label: 'All threads',
    thread: undefined,
    detail: unrecorded.map((thread) => `Not recorded: ${threadLabel(thread)}${whyUnrecorded(thread, ', ')}`).join('. '),
  };
  const placeHolder = threads.length > 1 ? 'Thread to show' : 'This recording has one thread';
  const picked = await vscode.window.showQuickPick([all, ...items], { title: 'Select Thread', placeHolder });
  return picked && ofThread(view, picked.thread);
}

async function pickValue({ analysis }: AnalysisView): Promise<RecordingPart | undefined> {
  const { facts, quality } = analysis;
  const shown = valueLabel(quality);
  const items = (facts.values ?? []).map(({ name, unit }) => ({
    label: withoutIcons(name),
    description: withoutIcons(unit),
    value: name,
  }));
  const title = 'Select What Is Heat';
  const placeHolder = items.length > 0 ? `Heat is ${shown} now` : `This recording measured ${shown} alone`;
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
  return picked && { ...pickPart(analysis), value: picked.value };
}

async function pickLabels({ analysis }: AnalysisView): Promise<RecordingPart | undefined> {
  const { facts, labels: shown = [] } = analysis;
  const isShown = (label: SampleLabel): boolean => shown.some((each) => labelText(each) === labelText(label));
  const items = (facts.labels ?? []).map(({ share, ...label }) => ({
    label: withoutIcons(labelText(label)),
    description: formatShare(share),
    picked: isShown(label),
    sampleLabel: label,
  }));
  const title = 'Select Labels';
  const placeHolder =
    items.length > 0 ? 'Only samples with these labels; none for all samples' : 'This recording has no labels';
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, canPickMany: true });
  const labels = picked?.map(({ sampleLabel }) => sampleLabel);
  // Threads are numbered anew among other samples.
  return labels && { ...pickPart(analysis), thread: undefined, labels };
}
