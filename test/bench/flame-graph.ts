// First paint, frame times and memory of the panel, in headless Chromium with software rendering, 1440 × 900; and how long
// the panel and its peers take from the file to the picture. `npx tsx test/bench/flame-graph.ts [recording or name of the
// corpus…] [--no-peers] [--rounds=5]`; without names some of the corpus and synthetic models of a million samples. Needs
// `npm run build`.
import { existsSync } from 'node:fs';
import { analyze } from '../../src/analysis/analyze.ts';
import { buildPanelModel, type PanelModel } from '../../src/panel/index.ts';
import type { ResultTable } from '../docs/results.ts';
import { syntheticModel } from '../webview/models.ts';
import { browserPeers, openInPeer } from './browser-peers.ts';
import { corpusFile } from './corpus.ts';
import { median } from './load-runs.ts';
import { paintModel, type PanelView, usePanel } from './panel-runs.ts';
import { peerVersions } from './peers.ts';
import { fixed, formatTime, operands, option, progress, publish } from './report.ts';

const rounds = Number(option('rounds') ?? 5);
const names = operands.length > 0 ? operands : ['prettier-tsc', 'prettier-four', 'joined-half-gigabyte'];

interface Subject {
  readonly model: PanelModel;
  /** Where it was read from, and milliseconds of the analysis; undefined for a synthetic model. */
  readonly file?: { readonly path: string; readonly analysis: number };
}

const subjects: Subject[] = [];
if (operands.length === 0)
  for (const more of [{ nodes: 104_000 }, { nodes: 1_000_000, functions: 100_000, depth: 200 }])
    subjects.push({ model: syntheticModel({ samples: 1_000_000, ...more }) });
for (const name of names) {
  const path = existsSync(name) ? name : await corpusFile(name);
  const start = performance.now();
  const analysis = await analyze(path);
  const model = buildPanelModel(analysis, 1, (source) => source.path);
  subjects.push({ model, file: { path, analysis: performance.now() - start } });
}
const measured: { readonly nodes: number; readonly cells: readonly string[]; readonly firstPaint: number }[] = [];
for (const subject of subjects) measured.push(await measure(subject));
const largest = measured.reduce((most, one) => (one.nodes > most.nodes ? one : most));
const [title, paint, frames] = largest.cells;
await publish({
  summary: [[`flame graph of ${title}, software rendering`, `first paint after ${paint}; frames ${frames} (p95)`]],
  tables: [
    {
      title: 'The flame graph: 1440 × 900, headless Chromium, software rendering',
      columns: [
        ...['Recording', 'first paint, graph / time order', 'frame p95 (zoom, pan, hover, search)'],
        ...["memory of the page's process", 'longest task'],
      ],
      rows: measured.map(({ cells }) => cells),
    },
    ...(process.argv.includes('--no-peers') ? [] : [await tableOfPeers()]),
  ],
});

function nodesOf({ model }: Subject): number {
  return model.header.lengths['tree.function'];
}

function titleOf(subject: Subject): string {
  const count = (value: number): string =>
    value >= 999_500 ? `${fixed(value / 1e6, 1)} million` : `${fixed(value / 1e3)} 000`;
  return `${count(nodesOf(subject))} nodes, ${count(subject.model.header.lengths['samples.node'])} samples`;
}

async function measure(subject: Subject): Promise<(typeof measured)[number]> {
  const paintOf = async (view: PanelView): Promise<number> => {
    const paints: number[] = [];
    for (let round = 0; round < rounds; round++) paints.push(await paintModel(subject.model, view));
    return median(paints);
  };
  const [graph, chart] = [await paintOf('graph'), await paintOf('chart')];
  const use = await usePanel(subject.model);
  const cells = [
    ...[titleOf(subject), `${fixed(graph)} / ${fixed(chart)} ms`, `${fixed(Math.max(...use.frames), 1)} ms`],
    ...[`${fixed(use.memory / 1e6)} MB`, use.longestTask === 0 ? '< 50 ms' : `${fixed(use.longestTask)} ms`],
  ];
  progress(cells.join(', '));
  return { nodes: nodesOf(subject), cells, firstPaint: graph };
}

/** The first recording in each tool, from choosing the file to the frame with its picture. */
async function tableOfPeers(): Promise<ResultTable> {
  const at = subjects.findIndex(({ file }) => file);
  const { path = '', analysis = NaN } = subjects[at].file ?? {};
  const rows = [['Heatline', formatTime(analysis + measured[at].firstPaint)]];
  for (const peer of browserPeers) {
    const time = await openInPeer(peer, path).then(
      ({ painted }) => formatTime(painted),
      (error: unknown) => `fails: ${(error as Error).message.split('\n')[0]}`,
    );
    rows.push([`${peer} ${peerVersions[peer]}`, time]);
  }
  return { title: `From the file to the picture: ${titleOf(subjects[at])}`, columns: ['', 's'], rows };
}
