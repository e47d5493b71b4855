import type { Diagnostic, FrameRepairFacts } from '../recording/index.ts';
import { addKnown, wholeDuration } from './build-quality.ts';
import { groupBy } from './group-rows.ts';
import type { Lane, RecordingFacts } from './profile.ts';

/** The facts of several threads together: those of the first, with the times and diagnostics of all. */
export function mergeFacts(lanes: readonly Lane[]): RecordingFacts {
  const facts = lanes.map(({ recording }) => recording);
  return {
    ...facts[0],
    frameRepair: mergeFrameRepairs(lanes),
    reportedLost: addKnown(facts.map(({ reportedLost }) => reportedLost)),
    duration: wholeDuration(lanes),
    cpuTime: addKnown(facts.map(({ cpuTime }) => cpuTime)),
    diagnostics: mergeDiagnostics(lanes),
  };
}

/** On where it was on in each thread; else as in the first where it was not. */
function mergeFrameRepairs(lanes: readonly Lane[]): FrameRepairFacts | undefined {
  // Each thread tells what the repair counted in its whole process until then.
  const processes = new Map<number | undefined, { readonly samples: number; readonly mended: number }>();
  for (const { thread, recording } of lanes) {
    const { frameRepair } = recording;
    if (frameRepair?.state !== 'on') return frameRepair;
    if (frameRepair.samples >= (processes.get(thread.pid)?.samples ?? 0)) processes.set(thread.pid, frameRepair);
  }
  const sum = (count: 'samples' | 'mended'): number =>
    [...processes.values()].reduce((all, repair) => all + repair[count], 0);
  return { state: 'on', samples: sum('samples'), mended: sum('mended') };
}

/** What was noticed of each thread: once where it is the same, with the names of the threads unless it is about all. */
function mergeDiagnostics(lanes: readonly Lane[]): Diagnostic[] {
  const noticed = lanes.flatMap(({ thread: { name }, recording: { diagnostics } }) =>
    diagnostics.map((diagnostic) => ({ diagnostic, name })),
  );
  const same = groupBy(noticed, ({ diagnostic }) => JSON.stringify(diagnostic));
  return Array.from(same.values(), (all) => {
    const [{ diagnostic }] = all;
    return all.length >= lanes.length ? diagnostic : { ...diagnostic, inThreads: all.map(({ name }) => name) };
  });
}
