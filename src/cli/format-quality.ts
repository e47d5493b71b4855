import { activeTimeForMargin, type Analysis } from '../core/index.ts';
import { describeDiagnostic } from '../present/diagnostics.ts';
import { describeEnding } from '../present/endings.ts';
import { hotRows } from './format-hot-lines.ts';
import { percent, type ReportView, time } from './report-view.ts';
import { neutralise } from './text.ts';

/** How good the measurement is: duration, intervals, samples, precision, and what was noticed on the way. */
export function formatQuality(analysis: Analysis, view: ReportView): string {
  const { quality, facts } = analysis;
  const head = view.paint('bold', 'Quality');
  const rows: [string, string | undefined][] = [
    ['time', timeSentence(analysis)],
    ['interval', intervalSentence(analysis)],
    ['samples', samplesSentence(analysis)],
    ['lines', `${percent(quality.exactShare)} of the time in scripts is on an exact line${longerRun(analysis, view)}`],
    [
      'sampler',
      [samplerNames[quality.sampler], clockNames[quality.clock], facts.samplerReason].filter(Boolean).join('; '),
    ],
    [
      'program',
      [facts.runtimeVersion && `Node ${facts.runtimeVersion}`, facts.ending && describeEnding(facts.ending)]
        .filter(Boolean)
        .join('; '),
    ],
  ];
  const lines = rows
    .filter(([, text]) => text)
    .map(([name, text]) => `  ${view.paint('dim', name.padEnd(9))}${neutralise(text ?? '')}`);
  return [head, ...lines].join('\n');
}

const samplerNames = { inspector: 'inspector', v8log: 'V8 log' };
const clockNames = { cpu: 'CPU time', wall: 'wall clock' };

function timeSentence({ quality }: Analysis): string {
  const parts = [
    ['idle', quality.idleTime],
    ['garbage collection', quality.gcTime],
    ['waiting for a CPU', quality.waitingTime ?? 0],
    ['blocked in calls', quality.blockedTime ?? 0],
  ] as const;
  const shown = parts.filter(([, value]) => value > 0).map(([name, value]) => `${name} ${time(value)}`);
  return [`${time(quality.duration)} recorded`, `${time(quality.activeTime)} active`, ...shown].join(', ');
}

function intervalSentence({ quality }: Analysis): string | undefined {
  const { requestedInterval, achievedInterval } = quality;
  const shown = [
    requestedInterval === undefined ? '' : `${intervalText(requestedInterval)} requested`,
    achievedInterval === undefined ? '' : `${intervalText(achievedInterval)} achieved`,
  ].filter(Boolean);
  return shown.join(', ') || undefined;
}

const intervalText = (microseconds: number): string =>
  microseconds >= 1000 ? `${Number((microseconds / 1000).toFixed(2))} ms` : `${Math.round(microseconds)} µs`;

function samplesSentence({ quality }: Analysis): string {
  const lost = quality.lostSamples === undefined ? 'lost unknown' : `${quality.lostSamples} lost`;
  return `${quality.samples}, ${quality.activeSamples} of them active, ${lost}`;
}

/** The margin shrinks with the root of the time: how long for ±1 point on the hottest line? */
function longerRun(analysis: Analysis, view: ReportView): string {
  const row = hotRows(analysis, view)[0];
  if (row === undefined) return '';
  const wanted = activeTimeForMargin(analysis, row, 0.01);
  return wanted === undefined ? '' : `; ±1 point on the hottest takes about ${time(wanted)} of active time`;
}

/** What was noticed, one sentence a row, the gravest first. Empty when nothing was. */
export function formatDiagnostics(analysis: Pick<Analysis, 'diagnostics'>, view: Pick<ReportView, 'paint'>): string {
  const order = { error: 0, warning: 1, info: 2 };
  const sorted = [...analysis.diagnostics].sort((a, b) => order[a.severity] - order[b.severity]);
  const colors = { error: 'red', warning: 'yellow', info: 'dim' } as const;
  return sorted
    .map((each) => `${view.paint(colors[each.severity], `${each.severity}:`)} ${neutralise(describeDiagnostic(each))}`)
    .join('\n');
}
