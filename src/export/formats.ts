import type { Analysis, MappedAnalysis, Profile, Source } from '../core/index.ts';
import type { SourceLabel } from '../panel/index.ts';
import { formatCollapsed } from './collapsed.ts';
import { formatCpuprofile } from './cpuprofile.ts';
import { formatFirefox } from './firefox.ts';
import type { ExportName } from './format-names.ts';
import { formatFlameGraphPage } from './html/flame-graph-page.ts';
import { buildJsonReport, formatJson } from './json-report.ts';
import { formatMarkdown } from './markdown.ts';
import { formatPprof } from './pprof.ts';
import { formatSpeedscope } from './speedscope.ts';
import { inPieces } from '../recording/in-pieces.ts';

/** What some formats need besides the analysis. */
export interface ExportContext {
  readonly labelOf: SourceLabel;
  /** A line of a source (1-based) as it was profiled; undefined if its text is not at hand. */
  readonly lineOf: (source: Source, line: number) => string | undefined;
  /** The text of a file of the panel's bundle. Throws when it is missing. */
  readonly readBundle: (name: 'webview.js' | 'webview.css') => string;
}

/** A recording as far as formats ask for it. */
export interface ExportedRecording {
  readonly analysis: Analysis;
  /** The lines of every single stack of what was analysed. */
  readonly mapped: () => Promise<MappedAnalysis>;
  /** The analysed thread as it was recorded, or the first. */
  readonly thread: () => Promise<Profile>;
}

type Pieces = Iterable<string | Buffer>;

type Write = (recording: ExportedRecording, context: ExportContext) => Pieces | Promise<Pieces>;

/** Write a recording in each format, in pieces, so that a large one is never one string. */
export const writers: Readonly<Record<ExportName, Write>> = {
  flamegraph: ({ analysis }, context) => formatFlameGraphPage(analysis, context),
  pprof: async ({ mapped }) => [formatPprof(await mapped())],
  firefox: async ({ mapped }) => inPieces(formatFirefox(await mapped())),
  speedscope: ({ analysis }) => inPieces(formatSpeedscope(analysis)),
  collapsed: ({ analysis }) => inPieces(formatCollapsed(analysis)),
  cpuprofile: async ({ thread }) => inPieces(formatCpuprofile(await thread())),
  markdown: ({ analysis }, context) => formatMarkdown(analysis, context),
  json: ({ analysis }) => [formatJson(buildJsonReport(analysis))],
};
