// First paint, frame times and memory of the panel, in headless Chromium with software rendering, 1440 × 900.
// `npx tsx test/bench/flame-graph.ts [recording or name of the corpus…] [--rounds=5]`; without names some of the corpus and
// synthetic models of a million samples. Needs `npm run build`.
import { existsSync } from 'node:fs';
import { analyze } from '../../src/analysis/analyze.ts';
import { buildPanelModel, type PanelModel } from '../../src/panel/index.ts';
import { syntheticModel } from '../webview/models.ts';
import { corpusFile } from './corpus.ts';
import { median } from './load-runs.ts';
import { paintModel, type PanelView, usePanel } from './panel-runs.ts';
import { fixed, operands, option, progress, publish } from './report.ts';

const rounds = Number(option('rounds') ?? 5);
const names = operands.length > 0 ? operands : ['prettier-tsc', 'prettier-four', 'joined-half-gigabyte'];

const subjects: PanelModel[] = [];
if (operands.length === 0)
  for (const more of [{ nodes: 104_000 }, { nodes: 1_000_000, functions: 100_000, depth: 200 }])
    subjects.push(syntheticModel({ samples: 1_000_000, ...more }));
for (const name of names) {
  const analysis = await analyze(existsSync(name) ? name : await corpusFile(name));
  subjects.push(buildPanelModel(analysis, 1, (source) => source.path));
}
const measured: { readonly nodes: number; readonly cells: readonly string[] }[] = [];
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
  ],
});

function titleOf({ header: { lengths } }: PanelModel): string {
  const count = (value: number): string =>
    value >= 999_500 ? `${fixed(value / 1e6, 1)} million` : `${fixed(value / 1e3)} 000`;
  return `${count(lengths['tree.function'])} nodes, ${count(lengths['samples.node'])} samples`;
}

async function measure(model: PanelModel): Promise<(typeof measured)[number]> {
  const paintOf = async (view: PanelView): Promise<number> => {
    const paints: number[] = [];
    for (let round = 0; round < rounds; round++) paints.push(await paintModel(model, view));
    return median(paints);
  };
  const [graph, chart] = [await paintOf('graph'), await paintOf('chart')];
  const use = await usePanel(model);
  const cells = [
    ...[titleOf(model), `${fixed(graph)} / ${fixed(chart)} ms`, `${fixed(Math.max(...use.frames), 1)} ms`],
    ...[`${fixed(use.memory / 1e6)} MB`, use.longestTask === 0 ? '< 50 ms' : `${fixed(use.longestTask)} ms`],
  ];
  progress(cells.join(', '));
  return { nodes: model.header.lengths['tree.function'], cells };
}
