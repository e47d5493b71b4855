/** One of the ways in which a program reaches Node. */
export type VariantName = 'plain' | 'tsx' | 'tsc' | 'minified';

/** A program whose heat is known. Lines are named in the programs by comments, `// @name`. */
export interface Workload {
  readonly name: string;
  /** What the workload is there to prove. */
  readonly proves: string;
  /** Files of the program, the first one is run. */
  readonly files: readonly string[];
  readonly variants: readonly VariantName[];
  /** Share of the phase that a mark owns; marks that are not listed own the phase of their name. */
  readonly marks?: Readonly<Record<string, { readonly phase: string; readonly share: number }>>;
  /** Marks whose total time is known, not their self time. */
  readonly totals?: readonly string[];
  /** Marks that have no known answer. */
  readonly ignored?: readonly string[];
  /**
   * Its lines take a few cycles each. Processors that retire instructions in groups are interrupted only between two groups:
   * samples then tell no lines within one, and what is said of them judges the processor.
   */
  readonly isTight?: true;
}

const evenly = (prefix: string, count: number, digits: number): NonNullable<Workload['marks']> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `${prefix}${String(i + 1).padStart(digits, '0')}`,
      { phase: 'all', share: 1 / count },
    ]),
  );
const all: readonly VariantName[] = ['plain', 'tsx', 'tsc', 'minified'];

/** Workloads with known answers from the literature on sampling profilers, and some for inlining. */
export const workloads: readonly Workload[] = [
  {
    name: 'me-so-hot',
    proves: 'a counted loop is hot, not its harness, whether it was inlined or not',
    files: ['me-so-hot.ts'],
    variants: ['plain'],
    marks: { harness: { phase: 'inlined', share: 0 } },
  },
  {
    name: 'blame-set-result',
    proves: 'a loop is hot, not the cheap calls behind it, one deep or nine deep',
    files: ['blame-set-result.ts'],
    variants: all,
    marks: { chain: { phase: 'deep', share: 0 } },
  },
  {
    name: 'no-loop-bench',
    proves: 'heat spreads evenly over fifty equal statements',
    files: ['no-loop-bench.ts'],
    variants: ['plain', 'minified'],
    marks: evenly('line', 50, 2),
    isTight: true,
  },
  {
    name: 'loops-bench',
    proves: 'ten equal loops get a tenth each',
    files: ['loops-bench.ts'],
    variants: all,
    marks: evenly('loop', 10, 2),
  },
  {
    name: 'inlined-bench',
    proves: 'three functions of another file that were inlined thirty times get a third each',
    files: ['inlined-bench.ts', 'inlined-computes.ts'],
    variants: ['plain', 'tsx'],
    marks: Object.fromEntries([1, 2, 3].map((n) => [`compute${n}`, { phase: 'all', share: 1 / 3 }])),
    isTight: true,
  },
  {
    name: 'mixed',
    proves: 'methods get the time they are named for, in whatever order they run',
    files: ['mixed.ts'],
    variants: ['plain'],
  },
  {
    name: 'mass',
    proves: 'a method that does almost nothing, a hundred million times, is not slowed down',
    files: ['mass.ts'],
    variants: ['plain'],
  },
  {
    name: 'http-requests',
    proves: 'CPU time belongs to the ten requests that work, not to the one that waits as long',
    files: ['http-requests.ts'],
    variants: ['plain'],
  },
  {
    name: 'call-sites',
    proves: 'nine calls of one helper have each their own total',
    files: ['call-sites.ts'],
    variants: ['plain'],
    totals: Array.from({ length: 9 }, (_, i) => `site${i + 1}`),
    ignored: ['helper'],
  },
  {
    name: 'noisy-neighbour',
    proves: 'two equal phases stay equal when other processes take the processors during the second',
    files: ['noisy-neighbour.ts'],
    variants: ['plain'],
  },
  {
    name: 'allocating',
    proves: 'two equal phases that allocate stay equal while other processes take both processors',
    files: ['allocating.ts'],
    variants: ['plain'],
  },
  {
    name: 'cross-file',
    proves: 'a helper that was inlined into another file is hot in its own',
    files: ['cross-file.ts', 'cross-file-library.ts'],
    variants: all,
  },
];
