import path from 'node:path';
import { programText } from './variants.ts';
import { variantOf } from './workloads.ts';

/** What is known about one mark of a workload. */
export interface KnownShare {
  readonly mark: string;
  /** Its lines, as `file:line`; the file without folder and extension, 1-based lines. */
  readonly lines: readonly string[];
  /** Functions around these lines. */
  readonly functions: readonly string[];
  /** Share of all phases' time, from 0 to 1. */
  readonly share: number;
  readonly kind: 'self' | 'total';
}

/** Time of each phase, in any unit. */
export type PhaseTimes = Readonly<Record<string, number>>;

/** The true share of each mark, given how long each phase of a program (`cross-file/tsx`) took. */
export async function knownShares(name: string, phases: PhaseTimes): Promise<KnownShare[]> {
  const { workload, files } = variantOf(name);
  const marks = await findMarks(files);
  const whole = Object.values(phases).reduce((sum, time) => sum + time, 0);
  return [...marks]
    .filter(([mark]) => mark !== workload.ignored)
    .map(([mark, places]) => {
      const time = mark === workload.cold ? 0 : (phases[mark] ?? phases.all / marks.size);
      if (Number.isNaN(time)) throw new Error(`${name} has no phase for its mark ${mark}`);
      return {
        mark,
        lines: places.map(({ line }) => line),
        functions: [...new Set(places.map(({ fn }) => fn))],
        share: time / whole,
        kind: workload.areTotals ? 'total' : 'self',
      };
    });
}

interface Place {
  readonly line: string;
  readonly fn: string;
}

async function findMarks(files: readonly string[]): Promise<Map<string, Place[]>> {
  const marks = new Map<string, Place[]>();
  for (const file of files) {
    const lines = (await programText(file)).split('\n');
    let fn = '';
    lines.forEach((text, i) => {
      fn = /^(?:export )?(?:async )?function (\w+)/.exec(text)?.[1] ?? /^const (\w+) = \(/.exec(text)?.[1] ?? fn;
      if (/^\w+\(/.test(text)) fn = '(anonymous)';
      const mark = /\/\/ @([\w-]+)$/.exec(text)?.[1];
      if (mark === undefined) return;
      const place = { line: `${stem(file)}:${i + 1}`, fn };
      marks.set(mark, [...(marks.get(mark) ?? []), place]);
    });
  }
  return marks;
}

/** Name of a file without folder and extension. */
export const stem = (file: string): string => path.basename(file).replace(/\.\w+$/, '');
