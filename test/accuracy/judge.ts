import { readFile } from 'node:fs/promises';
import type { Analysis } from '../../src/core/index.ts';
import type { RawNode, RawProfile } from '../support/raw-profile.ts';
import { stem } from './known-answer.ts';
import type { KnownShare } from './known-answer.ts';

/** One mark: the true share of all measured time, and the reported one. */
export interface Verdict {
  readonly mark: string;
  readonly kind: 'self' | 'total';
  readonly truth: number;
  /** NaN where the mark was not reported. */
  readonly said: number;
  /** The stated 95 % interval; NaN where there is none. */
  readonly low: number;
  readonly high: number;
}

/** The function of the programs from which everything that is measured, and nothing else, is called. */
const MEASURED = 'measured';

/** What Heatline says about the known lines. */
export function judgeAnalysis(analysis: Analysis, known: readonly KnownShare[]): Verdict[] {
  const { functions, lines, sources, quality } = analysis;
  const whole = functions.totalTime[functions.name.indexOf(MEASURED)];
  const rows = new Map<string, number>();
  lines.line.forEach((line, row) => rows.set(`${stem(sources[lines.source[row]].path)}:${line}`, row));
  return known.map(({ mark, kind, share, lines: wanted }) => {
    let time = 0;
    let low = 0;
    let high = 0;
    for (const line of wanted) {
      const row = rows.get(line);
      if (row === undefined) continue;
      time += kind === 'self' ? lines.selfTime[row] : lines.totalTime[row];
      low += (lines.shareLow[row] * quality.activeTime) / whole;
      high += (lines.shareHigh[row] * quality.activeTime) / whole;
    }
    const hasInterval = kind === 'self' && wanted.length === 1;
    const interval = hasInterval ? { low, high } : { low: NaN, high: NaN };
    return { mark, kind, truth: share, said: time / whole, ...interval };
  });
}

/** What Heatline says about the functions around the known lines. */
export function judgeFunctions({ functions }: Analysis, known: readonly KnownShare[]): Verdict[] {
  const whole = functions.totalTime[functions.name.indexOf(MEASURED)];
  return known.map(({ mark, functions: names, share }) => {
    const time = functions.name.reduce((sum, name, fn) => sum + (names.includes(name) ? functions.selfTime[fn] : 0), 0);
    return { mark, kind: 'self', truth: share, said: time / whole, low: NaN, high: NaN };
  });
}

export interface PeerVerdicts {
  /** `positionTicks` as they are: line and url of the node, no source map. */
  readonly lines: readonly Verdict[];
  /** Self samples by function; a function's truth is the sum of its marks. */
  readonly functions: readonly Verdict[];
}

/** What a tool says that reads a `.cpuprofile` as it is, without source maps. */
export async function judgePeer(file: string, known: readonly KnownShare[]): Promise<PeerVerdicts> {
  const { nodes } = JSON.parse(await readFile(file, 'utf8')) as RawProfile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const byLine = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let whole = 0;
  const pending = nodes.filter(({ callFrame }) => callFrame.functionName === MEASURED);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const id of node.children ?? []) pending.push(byId.get(id) as RawNode);
    whole += node.hitCount;
    add(byFunction, node.callFrame.functionName || '(anonymous)', node.hitCount);
    for (const { line, ticks } of node.positionTicks ?? []) add(byLine, `${stem(node.callFrame.url)}:${line}`, ticks);
  }
  const self = known.filter(({ kind }) => kind === 'self');
  const verdict = (mark: string, truth: number, samples: Map<string, number>, keys: readonly string[]): Verdict => ({
    ...{ mark, kind: 'self', truth, low: NaN, high: NaN },
    said: keys.reduce((sum, key) => sum + (samples.get(key) ?? 0), 0) / whole,
  });
  const functions = new Map<string, number>();
  for (const { share, functions: names } of self) add(functions, names.join('+'), share);
  return {
    lines: self.map(({ mark, share, lines: wanted }) => verdict(mark, share, byLine, wanted)),
    functions: [...functions].map(([names, truth]) => verdict(names, truth, byFunction, names.split('+'))),
  };
}

const add = (sums: Map<string, number>, key: string, value: number): void => {
  sums.set(key, (sums.get(key) ?? 0) + value);
};
