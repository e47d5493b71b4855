import { activeTimeForMargin, type Analysis, groupBy, type LineIndex } from '../core/index.ts';
import { describeEnding } from './endings.ts';
import { runtimeName, samplerLabels } from './names.ts';
import {
  amountLabel,
  formatCount,
  formatShare,
  formatTime,
  formatValue,
  valueLabel,
  wholeLabel,
} from './quantities.ts';

/**
 * How good is a measurement? Facts such as `interval`, `1.00 ms requested, 1.07 ms achieved`; unknown ones are left out.
 * `hottest`: the row of the line whose margin matters most.
 */
export function qualityFacts(analysis: Analysis, hottest: LineIndex | undefined) {
  const { quality, facts, unrecorded } = analysis;
  const { requestedInterval, achievedInterval, lostSamples } = quality;
  const lost = lostSamples === undefined ? 'losses unknown' : `${formatCount(lostSamples)} lost`;
  const rows = {
    runs: [quality.runs !== undefined && `${quality.runs}; times are their means, and intervals hold between runs`],
    [quality.value ? 'value' : 'time']: timeParts(analysis),
    interval: [
      requestedInterval !== undefined && `${formatTime(requestedInterval)} requested`,
      achievedInterval !== undefined && `${formatTime(achievedInterval)} achieved`,
      quality.keptOneIn !== undefined && `of a long run one sample in ${quality.keptOneIn} is kept`,
    ],
    samples: [`${formatCount(quality.samples)} taken`, `${formatCount(quality.activeSamples)} of them active`, lost],
    missed: [
      unrecorded !== undefined &&
        unrecorded.cpuTime > 0 &&
        `${formatTime(unrecorded.cpuTime)} of CPU time not recorded`,
      unrecorded?.share !== undefined &&
        unrecorded.cpuTime > 0 &&
        `${formatShare(unrecorded.share)} of that of the whole process tree`,
    ],
    lines: [
      `${formatShare(quality.exactShare)} of the ${amountLabel(quality)} in scripts is on an exact line`,
      hottest !== undefined && quality.runs === undefined && timeToSureness(analysis, hottest),
    ],
    sampler: samplerParts(analysis),
    frames: frameRepairParts(analysis),
    program: [facts.runtimeVersion && runtimeName(facts.runtimeVersion), facts.ending && describeEnding(facts.ending)],
  };
  const separators: Readonly<Record<string, string>> = { lines: '; ', frames: '; ', sampler: '. ', program: '. ' };
  return Object.entries(rows).flatMap(([name, parts]) => {
    const text = parts.filter(Boolean).join(separators[name] ?? ', ');
    return text ? [{ name, text }] : [];
  });
}

/** What took the samples. Where threads differ, as below a shell, the first one's reason says nothing of the others. */
function samplerParts({ threads, thread, quality, facts }: Analysis): (string | undefined)[] {
  const samplers = (thread === undefined ? threads : []).flatMap(({ sampler }) => sampler ?? []);
  const groups = groupBy(samplers, (sampler) => sampler);
  const label = valueLabel(quality);
  if (groups.size < 2) return [`${samplerLabels[quality.sampler]}, ${label}`, facts.samplerReason];
  const each = [...groups].map(([sampler, { length }]) => `${samplerLabels[sampler]} in ${formatCount(length)}`);
  return [`${each.join(', ')} of the threads, ${label}`];
}

/** In how many samples frames were brought back that V8 loses in its builtins, or what it means that none were. */
function frameRepairParts({ facts: { frameRepair: repair }, quality }: Analysis): string[] {
  if (quality.sampler === 'other') return [];
  const blamedCallers = `time in builtins may be on the line of a caller, in ${formatShare(quality.lostFrameShare)} of the ${wholeLabel(quality)}`;
  if (repair === undefined) return ['not repaired', blamedCallers];
  if (repair.state === 'on') {
    return [`repair on: ${formatCount(repair.mended)} of ${formatCount(repair.samples)} samples mended`];
  }
  return [`repair off: ${repair.detail ?? repair.reason}`, blamedCallers];
}

function timeParts({ quality }: Analysis): (string | false)[] {
  const { activeTime, valueName, value } = quality;
  // Weighed by wall time, blocked time is a part of the active time.
  const others = [
    [valueName === 'cpu' ? 'blocked' : 'of that blocked', quality.blockedTime ?? 0],
    ['idle', quality.idleTime],
    ['garbage collection', quality.gcTime],
    ['compiling', quality.compilingTime],
    ['waiting for a CPU', quality.waitingTime ?? 0],
  ] as const;
  return [
    // Profiles of memory mostly do not tell how long they took.
    (value === undefined || quality.duration > 0) && `${formatTime(quality.duration)} recorded`,
    `${formatValue(quality, activeTime)} ${value?.name ?? (valueName === 'cpu' ? 'on a CPU' : 'active')}`,
    ...others.filter(([, time]) => time > 0).map(([name, time]) => `${name} ${formatValue(quality, time)}`),
  ];
}

/** What it takes until the share of a line is known to a point; undefined where it is. */
function timeToSureness(analysis: Analysis, row: LineIndex): string | undefined {
  const wanted = activeTimeForMargin(analysis, row, 0.01);
  if (wanted === undefined) return undefined;
  return `${formatValue(analysis.quality, wanted - analysis.quality.activeTime)} more of ${wholeLabel(analysis.quality)} would give ±1 point on the hottest line`;
}
