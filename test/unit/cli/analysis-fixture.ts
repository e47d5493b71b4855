import { type Analysis, Category, Precision, type SampleQuality } from '../../../src/core/index.ts';
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
  readonly reason?: string;
  readonly text?: string;
}

const empty = analysisOf([]);

/** An analysis in which each line is a function of its own; active time is a second unless said otherwise. */
export function makeAnalysis(rows: readonly FixtureLine[], quality: Partial<SampleQuality> = {}): Analysis {
  const paths = [...new Set(rows.map((row) => row.path ?? '/app/main.js'))];
  const us = (ms: number): number => ms * 1000;
  const reasons = rows.flatMap((row) => row.reason ?? []);
  return {
    ...empty,
    title: 'main.js',
    sources: paths.map((path) => ({
      path,
      isFile: path.startsWith('/'),
      isGenerated: false,
      content: contentOf(rows.filter((row) => (row.path ?? '/app/main.js') === path)),
    })),
    functions: {
      name: rows.map((row) => row.name ?? 'work'),
      source: Int32Array.from(rows, (row) => paths.indexOf(row.path ?? '/app/main.js')),
      line: Int32Array.from(rows, (row) => row.line),
      column: new Int32Array(rows.length),
      category: Uint8Array.from(rows, (row) => row.category ?? Category.own),
      selfTime: Float64Array.from(rows, (row) => us(row.self)),
      totalTime: Float64Array.from(rows, (row) => us(row.total ?? row.self)),
      selfSamples: Uint32Array.from(rows, (row) => row.self),
      totalSamples: Uint32Array.from(rows, (row) => row.total ?? row.self),
    },
    lines: {
      ...empty.lines,
      source: Int32Array.from(rows, (row) => paths.indexOf(row.path ?? '/app/main.js')),
      line: Int32Array.from(rows, (row) => row.line),
      function: Int32Array.from(rows.keys()),
      selfTime: Float64Array.from(rows, (row) => us(row.self)),
      totalTime: Float64Array.from(rows, (row) => (row.total === undefined ? NaN : us(row.total))),
      selfSamples: Uint32Array.from(rows, (row) => row.self),
      gcTime: new Float64Array(rows.length),
      shareLow: Float64Array.from(rows, (row) => Math.max(0, row.self / 1000 - 0.02)),
      shareHigh: Float64Array.from(rows, (row) => Math.min(1, row.self / 1000 + 0.02)),
      precision: Uint8Array.from(rows, (row) => row.precision ?? Precision.exact),
      reason: Int32Array.from(rows, (row) => (row.reason ? reasons.indexOf(row.reason) : -1)),
      reasons,
    },
    tree: {
      function: Int32Array.from(rows.keys()),
      parent: Int32Array.from(rows, (_, i) => i - 1),
      selfTime: Float64Array.from(rows, (row) => us(row.self)),
      totalTime: Float64Array.from(rows, (row) => us(row.total ?? row.self)),
      selfSamples: Uint32Array.from(rows, (row) => row.self),
    },
    lanes: [
      {
        thread: 0,
        offset: 0,
        samples: {
          node: Int32Array.from(rows.keys()),
          start: Float64Array.from({ length: rows.length + 1 }, (_, i) => i * 1000),
        },
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
