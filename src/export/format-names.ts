interface ExportFormat {
  /** What a person calls it who chooses one. */
  readonly label: string;
  /** How the names of such files end. */
  readonly ending: string;
  readonly help: string;
}

/** What a recording can be written as, by the command line's option. A new format needs its row here and its writer in `formats.ts`. */
export const exportFormats = {
  flamegraph: {
    ...{ label: 'Flame graph', ending: '.html' },
    help: 'write an interactive flame graph as one file that any browser opens',
  },
  pprof: {
    ...{ label: 'pprof', ending: '.pb.gz' },
    help: 'write the stacks, by original lines, as pprof, Pyroscope and speedscope read them',
  },
  firefox: {
    ...{ label: 'Firefox Profiler', ending: '.firefox.json' },
    help: 'write the samples, by original lines, as profiler.firefox.com opens them',
  },
  speedscope: {
    ...{ label: 'speedscope', ending: '.speedscope.json' },
    help: 'write the samples, by original functions, as speedscope reads them',
  },
  collapsed: {
    ...{ label: 'Collapsed stacks', ending: '.folded' },
    help: 'write the stacks, by original functions, one a line, as flamegraph.pl reads them',
  },
  cpuprofile: {
    ...{ label: 'CPU profile of one thread', ending: '.cpuprofile' },
    help: "write one thread's samples as a standard CPU profile; without --thread the first's",
  },
  markdown: {
    ...{ label: 'Report as Markdown', ending: '.md' },
    help: 'write a report of two screens, for a pull request or an agent; - for standard output',
  },
  json: {
    ...{ label: 'Report as JSON', ending: '.json' },
    help: 'write the report as JSON (docs/json-output.md); - for standard output',
  },
} as const satisfies Record<string, ExportFormat>;

export type ExportName = keyof typeof exportFormats;
export const exportNames = Object.keys(exportFormats) as ExportName[];
/** Those that are of a single recording. */
export const stackFormats = exportNames.filter((name) => name !== 'json');
