/** One of the ways in which a program reaches Node. */
export type VariantName = 'plain' | 'tsx' | 'tsc' | 'minified';

/**
 * A program whose heat is known, of the literature on sampling profilers or for inlining. Lines are named in it by comments,
 * `// @name`: such a mark owns the phase of its name or, where the program has one phase `all`, the same part of it as every
 * other mark.
 */
export interface Workload {
  /** A file beside the one of its name, which is run. */
  readonly library?: string;
  /** The mark of lines that take next to nothing. */
  readonly cold?: string;
  /** The total time of its marks is known, not their self time. */
  readonly areTotals?: true;
  /** A mark that has no known answer. */
  readonly ignored?: string;
  /**
   * Its lines take a few cycles each. Processors that retire instructions in groups are interrupted only between two groups:
   * samples then tell no lines within one, and what is said of them judges the processor.
   */
  readonly isTight?: true;
}

const workloads: Readonly<Record<string, Workload>> = {
  // A counted loop is hot, not its harness, whether it was inlined or not.
  'me-so-hot': { cold: 'harness' },
  // A loop is hot, not the cheap calls behind it, one deep or nine deep.
  'blame-set-result': { cold: 'chain' },
  // Heat spreads evenly over fifty equal statements.
  'no-loop-bench': { isTight: true },
  // Ten equal loops get a tenth each.
  'loops-bench': {},
  // Three functions of another file that were inlined thirty times get a third each.
  'inlined-bench': { library: 'inlined-computes', isTight: true },
  // Methods get the time they are named for, in whatever order they run.
  mixed: {},
  // A method that does almost nothing, a hundred million times, is not slowed down.
  mass: {},
  // Nine calls of one helper have each their own total.
  'call-sites': { areTotals: true, ignored: 'helper' },
  // A helper that was inlined into another file is hot in its own.
  'cross-file': { library: 'cross-file-library' },
};

/** What a name such as `cross-file/tsx` says. */
export interface Variant {
  readonly workload: Workload;
  /** Files of the program, the first one is run. */
  readonly files: readonly string[];
  readonly variant: VariantName;
}

export function variantOf(name: string): Variant {
  const [program, variant] = name.split('/') as [string, VariantName];
  const workload = workloads[program];
  const files = [program, workload.library].filter((file) => file !== undefined).map((file) => `${file}.ts`);
  return { workload, files, variant };
}
