import { categoryNames, precisionNames, type Analysis } from '../../src/core/index.ts';
import { describeDiagnostic } from '../../src/present/diagnostics.ts';
import { describeEnding } from '../../src/present/endings.ts';

const SHOWN = 12;

/** An analysis as text for people and diffs: quality, time by category, functions, lines, diagnostics. */
export function describeAnalysis(analysis: Analysis, project: string): string {
  const sections = [quality(analysis), categories(analysis), functions(analysis, project), lines(analysis, project)];
  const findings = analysis.diagnostics.map((each) => `${each.severity} ${each.code}: ${describeDiagnostic(each)}`);
  return `${[...sections, findings].map((section) => section.join('\n')).join('\n\n')}\n`.replaceAll(project, '');
}

function quality({ facts, quality: q }: Analysis): string[] {
  return [
    `${facts.runtimeVersion ?? '?'} ${q.sampler} ${q.valueName}: ${q.samples} samples, ${facts.ending ? describeEnding(facts.ending) : 'ending unknown'}`,
    `interval ${q.requestedInterval ?? '?'} µs requested, ${round(q.achievedInterval)} µs achieved, ${q.lostSamples ?? '?'} lost`,
    `duration ${ms(q.duration)}, active ${ms(q.activeTime)}, idle ${ms(q.idleTime)}, gc ${ms(q.gcTime)}, program ${ms(q.programTime)}${(q.blockedTime ?? 0) > 0 ? `, blocked ${ms(q.blockedTime ?? 0)}` : ''}`,
    `exact lines ${percent(q.exactShare)}`,
  ];
}

function categories({ functions: table, quality: q }: Analysis): string[] {
  return categoryNames.flatMap((name, category) => {
    let time = 0;
    table.selfTime.forEach((self, row) => (time += table.category[row] === category ? self : 0));
    return time > 0 && name !== 'idle' ? [`${percent(time / q.activeTime).padStart(8)}  ${name}`] : [];
  });
}

function functions({ functions: table, sources, quality: q }: Analysis, project: string): string[] {
  const rows = hottest(table.selfTime).filter((row) => categoryNames[table.category[row]] !== 'idle');
  return [
    'functions: self, total, samples',
    ...rows.slice(0, SHOWN).map((row) => {
      const place =
        table.source[row] < 0 ? '' : ` ${short(sources[table.source[row]].path, project)}:${table.line[row]}`;
      const shares = [table.selfTime[row], table.totalTime[row]].map((time) =>
        percent(time / q.activeTime).padStart(8),
      );
      return `${shares.join('')} ${String(table.selfSamples[row]).padStart(5)}  ${table.name[row] || '(anonymous)'}${place}`;
    }),
  ];
}

function lines({ lines: table, functions: names, sources, quality: q }: Analysis, project: string): string[] {
  return [
    'lines: self, samples, precision',
    ...hottest(table.selfTime)
      .slice(0, SHOWN)
      .map((row) => {
        const place = `${short(sources[table.source[row]]?.path ?? '?', project)}:${table.line[row]}`;
        const precision = precisionNames[table.precision[row]].padEnd(9);
        const name = table.function[row] < 0 ? '' : ` in ${names.name[table.function[row]] || '(anonymous)'}`;
        const share = percent(table.selfTime[row] / q.activeTime).padStart(8);
        return `${share} ${String(table.selfSamples[row]).padStart(5)}  ${precision} ${place}${name}`;
      }),
  ];
}

/** Rows with time, the hottest first; ties in the order of the table. */
function hottest(time: Float64Array): number[] {
  return Array.from(time.keys())
    .filter((row) => time[row] > 0)
    .sort((a, b) => time[b] - time[a] || a - b);
}

const short = (file: string, project: string): string => file.replace(`${project}/`, '');
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const ms = (microseconds: number): string => `${(microseconds / 1000).toFixed(0)} ms`;
const round = (value: number | undefined): string => (value === undefined ? '?' : value.toFixed(0));
