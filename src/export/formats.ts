import type { Analysis, Source } from '../core/index.ts';
import type { SourceLabel } from '../panel/index.ts';
import { formatCollapsed } from './collapsed.ts';
import { formatFlameGraphPage } from './html/flame-graph-page.ts';
import { formatMarkdown } from './markdown.ts';
import { formatSpeedscope } from './speedscope.ts';

/** What some formats need besides the analysis. */
export interface ExportContext {
  readonly labelOf: SourceLabel;
  /** A line of a source (1-based) as it was profiled; undefined if its text is not at hand. */
  readonly lineOf: (source: Source, line: number) => string | undefined;
  /** The text of a file of the panel's bundle. Throws when it is missing. */
  readonly readBundle: (name: 'webview.js' | 'webview.css') => string;
}

interface ExportFormat {
  /** Stands for the file in the help of the command line. */
  readonly file: string;
  readonly help: string;
  /** The file's text in pieces, so that a large recording is never one string. */
  readonly write: (analysis: Analysis, context: ExportContext) => Iterable<string>;
}

/** What an analysis can be written as, by the command line's option. A new format needs its row here and its writer. */
export const exportFormats = {
  flamegraph: {
    file: 'FILE.html',
    help: 'write an interactive flame graph as one file that any browser opens',
    write: formatFlameGraphPage,
  },
  collapsed: {
    file: 'FILE',
    help: 'write the stacks, by original functions, one a line, as flamegraph.pl reads them',
    write: formatCollapsed,
  },
  speedscope: {
    file: 'FILE.json',
    help: 'write the samples, by original functions, as speedscope reads them',
    write: formatSpeedscope,
  },
  markdown: {
    file: 'FILE.md',
    help: 'write a report of two screens, for a pull request or an agent; - for standard output',
    write: formatMarkdown,
  },
} as const satisfies Record<string, ExportFormat>;

export type ExportName = keyof typeof exportFormats;
export const exportNames = Object.keys(exportFormats) as ExportName[];
