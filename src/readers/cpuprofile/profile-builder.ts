import {
  achievableInterval,
  DEFAULT_INTERVAL,
  idleNodeOf,
  intervalOf,
  type Microseconds,
  type Profile,
  type SampleTable,
  withIdleNode,
} from '../../core/index.ts';
import { totalCpuTime, weighSamples } from '../time/weigh-samples.ts';
import { FormatError } from '../format-error.ts';
import type { HeatlineSection, RecordedFacts } from '../../recording/index.ts';
import { buildSamples } from './build-samples.ts';
import { timeTicks } from './build-ticks.ts';
import type { BuiltTree } from './build-tree.ts';
import { type PlacedCode, toV8Places } from './producers.ts';
import type { RecordedOriginals } from './recorded-originals.ts';

/** All parts of a file, each read in full. They do without the memory of the kernel that read them. */
export interface ProfileParts {
  readonly code: BuiltTree & PlacedCode;
  /** The rows of the samples' nodes, as the file has its nodes. */
  readonly sampleRows: Int32Array;
  /** When each was taken, relative to the start, in the order of the file; one row of room behind them for the end. */
  readonly times: Float64Array;
  readonly startTime: number;
  readonly endTime: number;
  readonly noted: HeatlineSection;
  /** What another tool noted of originals. */
  readonly originals: RecordedOriginals | undefined;
}

/** Builds the model from the parts of a file, and uses them up. */
export function buildProfile(path: string, parts: ProfileParts): Profile {
  const { noted, sampleRows: node } = parts;
  const { moved, ...read } = parts.code;
  if (moved !== undefined) for (let i = 0; i < node.length; i++) node[i] = moved[node[i]];
  const builtSamples = buildSamples(node, parts.times, parts.endTime - parts.startTime);
  if (builtSamples === undefined) throw new FormatError(path, 'its times span more than a year; record it again');
  const { samples: wall, early } = builtSamples;
  const evidence = { samples: node, originals: parts.originals };
  const known = noted.facts.sampler;
  const { ticks: tickRows, sampler, ...placed } = known ? { ...read, sampler: known } : toV8Places(read, evidence);
  const { samples, ...model } = weigh(wall, placed, parts.startTime, noted);
  const code = { ...placed, ...model };
  const ticks = timeTicks(tickRows, code.tree.frame.length, samples, noted.facts.keptOneIn);
  const duration = samples.start[samples.node.length];
  return {
    ...code,
    samples,
    ticks,
    recording: {
      ...noted.facts,
      sampler,
      ...threadSince(parts.startTime, noted),
      ...(noted.threads && { threads: noted.threads }),
      duration,
      cpuTime: totalCpuTime(noted.cpuClock),
      diagnostics: [
        ...noted.facts.diagnostics,
        ...(early > 0 ? [{ code: 'times-repaired', severity: 'warning', samples: early } as const] : []),
      ],
    },
  };
}

/** The thread, which began for its samples where these begin: all of the inspector's times are on one clock. */
function threadSince(
  startUs: Microseconds,
  { facts: { sampler, thread } }: HeatlineSection,
): Pick<RecordedFacts, 'thread'> {
  return sampler === 'inspector' && thread ? { thread: { ...thread, startUs } } : {};
}

type Model = Pick<Profile, 'frames' | 'tree'>;

/** The samples with what they stand for, and frames and tree with a node for idle time where one is needed. */
function weigh(
  { node, start }: SampleTable,
  code: Model,
  startTime: Microseconds,
  { facts, cpuClock }: HeatlineSection,
): Model & { readonly samples: SampleTable } {
  const known = idleNodeOf(code);
  const idleRow = known < 0 ? code.tree.frame.length : known;
  const interval = achievableInterval(intervalOf(facts) ?? DEFAULT_INTERVAL);
  const noted = { row: node, time: start, idleRow, isIdleSilent: false, isHeldUp: false, interval };
  const samples = weighSamples(noted, cpuClock, startTime);
  const { frames, tree } = known < 0 && samples.node.includes(idleRow) ? withIdleNode(code) : code;
  return { frames, tree, samples };
}
