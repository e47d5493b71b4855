import type { ComparisonFinding, DifferenceCode, Refusal } from '../compare/index.ts';
import type { Diagnostic } from '../recording/index.ts';
import { amountLabel, formatCountOf, formatShare, wholeLabel } from './quantities.ts';

/** Why are runs not compared, and what can be done? */
export function describeRefusal(refusal: Refusal): string {
  switch (refusal.code) {
    case 'nothing-active':
      return `A recording${sideOf(refusal.where)} has no ${wholeLabel(refusal)}, so there is nothing to compare; record the program while it works.`;
    case 'lost-samples':
      return `What was recorded${sideOf(refusal.where)} has no samples of ${formatShare(refusal.share)} of its time, so it does not tell where the time went; record it again with a longer interval or on a machine that does less.`;
    case 'text-changed':
      return `${refusal.path} changed between the runs${sideOf(refusal.where)}, so these are runs of two programs; record all runs of a side without an edit between them.`;
    default: {
      const { code, where, a, b } = refusal;
      const who = where === 'between' ? 'Before and after' : `The recordings${sideOf(where)}`;
      const both = `(${a || 'none'} and ${b || 'none'})`;
      if (code === 'other-value' && ![a, b].every(isClock))
        return `${who} measured different things ${both}; compare profiles that measured the same.`;
      const [what, advice] = differences[code];
      return `${who} ${what} ${both}, which changes times by itself; ${advice}.`;
    }
  }
}

const isClock = (name: string): boolean => name === 'cpu' || name === 'wall';

const sideOf = (side: Refusal['where']): string => (side === 'before' || side === 'after' ? ` of "${side}"` : '');

const differences: Readonly<Record<DifferenceCode, readonly [what: string, advice: string]>> = {
  'other-program': ['are of different programs', 'compare recordings of one program'],
  'other-arguments': ['ran with different arguments', 'record both with the same'],
  'other-node': [
    'ran on different versions of Node',
    'record both with the same (--runtime, in VS Code heatline.runtimeExecutable)',
  ],
  'other-sampler': [
    'were taken by different samplers',
    'record both with the same (--sampler, in VS Code heatline.sampler)',
  ],
  'other-value': [
    'were measured by different clocks',
    'of a .cpuprofile that Heatline wrote for other tools, which has no CPU time, name the .v8log beside it or the folder of runs; else record both on one kind of system',
  ],
  'other-interval': [
    'were sampled at different intervals',
    'record both with the same (--interval, in VS Code heatline.samplingInterval)',
  ],
  'other-flags': [
    'ran with different flags for Node',
    'record both with the same, and both with or both without --steady (in VS Code heatline.steady)',
  ],
  'other-marks': [
    'show other parts of their time, marked by console.profile',
    'show all of both (--ignore-marks, in VS Code heatline.marks)',
  ],
  'other-repair': ['were recorded with and without frame repair', 'record both in the same way'],
};

/** Findings of a comparison, as diagnostics with their sentences. */
export function describeFinding(finding: ComparisonFinding): Diagnostic & { readonly message: string } {
  const { code } = finding;
  const severity = code === 'changed-alike' ? 'info' : 'warning';
  return { code, severity, message: sentenceOf(finding), ...(code === 'text-unknown' && { file: finding.file }) };
}

function sentenceOf(finding: ComparisonFinding): string {
  switch (finding.code) {
    case 'single-runs':
      return `One run says nothing of a single line: runs of the same program differ too much. ${adviceOnRuns(finding)}; there were ${finding.before} and ${finding.after}.`;
    case 'single-spans':
      return `One profile of each side says how the ${amountLabel(finding)} was divided in that span, not how much spans of the same program differ by themselves, so there is no verdict on any line: the margins are those of counting ${formatCountOf(finding.samples.before, 'sample')} and ${formatCountOf(finding.samples.after, 'sample')}, and no more. For verdicts, compare three or more spans of each side, such as hours of several days (heatline diff BEFORE… --to AFTER…); there were ${finding.before} and ${finding.after}.`;
    case 'work-unknown':
      return `Such profiles do not tell how much work was done, so ${finding.value ? `how much ${wholeLabel(finding)} there was in all` : 'how long the whole took'} says nothing; lines are compared by how the ${amountLabel(finding)} is divided among them.`;
    case 'ended-otherwise':
      return 'Not all runs came to the same end by themselves, so how long the whole took says nothing; lines are compared by how the time is divided among them.';
    case 'changed-alike':
      return 'All lines changed alike, none more than the others: the machine was slower or faster, or there was more or less of the same work. The runs do not tell which, so there is no verdict on the whole.';
    case 'text-unknown':
      return `${finding.file} has changed and its text before or after is not at hand, so its lines are not compared; its functions are, by their names.`;
  }
}

/** Heatline cannot run again what it only attached to. */
const adviceOnRuns = ({ attached }: { readonly attached: boolean }): string =>
  attached
    ? 'Heatline attached to a program that it cannot run again; to tell lines, let it start the program, three times or more on each side (heatline run --runs 5)'
    : 'Record three or more on each side (heatline run --runs 5, in VS Code Profile Again ×5)';
