import { type Analysis, Category, type LineCause, Precision, type SampleQuality } from '../../../src/core/index.ts';
import { analysisOf } from '../../support/profile-from-stacks.ts';

/** One hot line and the function that it is in. */
export interface FixtureLine {
  readonly path?: string;
  readonly line: number;
  readonly name?: string;
  readonly category?: Category;
  /** Milliseconds. */
  readonly self: number;
  readonly total?: number;
  readonly precision?: Precision;
  readonly reason?: LineCause;
  readonly text?: string;
}

const empty = analysisOf([]);
const MAIN = '/app/main.js';

/** An analysis in which each line is a function of its own; active time is a second unless said otherwise. */
export function makeAnalysis(rows: readonly FixtureLine[], quality: Partial<SampleQuality> = {}): Analysis {
  const paths = [...new Set(rows.map(({ path = MAIN }) => path))];
  const each = Int32Array.from(rows.keys());
  const source = Int32Array.from(rows, ({ path = MAIN }) => paths.indexOf(path));
  const line = Int32Array.from(rows, (row) => row.line);
  const selfTime = Float64Array.from(rows, ({ self }) => self * 1000);
  const totalTime = Float64Array.from(rows, ({ self, total = self }) => total * 1000);
  const selfSamples = Uint32Array.from(rows, ({ self }) => self);
  return {
    ...empty,
    title: 'main.js',
    sources: paths.map((path) => ({
      path,
      isFile: path.startsWith('/'),
      isGenerated: false,
      content: contentOf(rows.filter((row) => (row.path ?? MAIN) === path)),
    })),
    functions: {
      name: rows.map((row) => row.name ?? 'work'),
      ...{ source, line, selfTime, totalTime, selfSamples },
      column: new Int32Array(rows.length),
      category: Uint8Array.from(rows, (row) => row.category ?? Category.own),
      totalSamples: Uint32Array.from(rows, (row) => row.total ?? row.self),
    },
    lines: {
      ...empty.lines,
      ...{ source, line, selfTime, selfSamples, function: each },
      totalTime: Float64Array.from(rows, ({ total = NaN }) => total * 1000),
      gcTime: new Float64Array(rows.length),
      shareLow: Float64Array.from(rows, (row) => Math.max(0, row.self / 1000 - 0.02)),
      shareHigh: Float64Array.from(rows, (row) => Math.min(1, row.self / 1000 + 0.02)),
      precision: Uint8Array.from(rows, (row) => row.precision ?? Precision.exact),
      reason: Int32Array.from(rows, (row) => row.reason ?? -1),
    },
    tree: { function: each, parent: each.map((row) => row - 1), selfTime, selfSamples },
    lanes: [
      {
        thread: 0,
        offset: 0,
        samples: { node: each, start: Float64Array.from([...each, rows.length], (i) => i * 1000) },
      },
    ],
    threads: [{ id: 0, kind: 'main', name: 'main.js', isRecorded: true, activeTime: 1_000_000, samples: 1200 }],
    facts: { sampler: 'inspector', runtimeVersion: 'v20.20.2', duration: 1_200_000, diagnostics: [] },
    quality: {
      ...empty.quality,
      requestedInterval: 1000,
      achievedInterval: 1075,
      samples: 1200,
      lostSamples: 2,
      duration: 1_200_000,
      activeTime: 1_000_000,
      activeSamples: 1000,
      idleTime: 200_000,
      exactShare: 1,
      ...quality,
    },
  };
}

function contentOf(rows: readonly FixtureLine[]): string {
  const text: string[] = [];
  for (const row of rows) text[row.line - 1] = row.text ?? `line ${row.line};`;
  return Array.from(text, (line) => line ?? '').join('\n');
}
