// First paint, frame times and memory of the panel and of its peers, in the same headless Chromium with software
// rendering, 1440 × 900. `npx tsx test/bench/flame-graph.ts [recording or name of the corpus…] [--no-peers] [--rounds=5]`;
// without names some of the corpus and synthetic models of a million samples. Needs `npm run build`.
import { existsSync } from 'node:fs';
import { analyze } from '../../src/analysis/analyze.ts';
import { buildPanelModel, type PanelModel } from '../../src/panel/index.ts';
import { syntheticModel } from '../webview/models.ts';
import { type BrowserPeer, browserPeers, openInPeer } from './browser-peers.ts';
import { corpusFile } from './corpus.ts';
import type { ResultTable } from '../docs/results.ts';
import { measureFrames } from './frames.ts';
import { median } from './load-runs.ts';
import { longestTasks } from './panel-actions.ts';
import { busyFrames, paintModel, type PanelUse, type PanelView, showInTurn, usePanel, works } from './panel-runs.ts';
import { peerVersions } from './peers.ts';
import { fixed, operands, option, progress, publish } from './report.ts';

const rounds = Number(option('rounds') ?? 5);
const withPeers = !process.argv.includes('--no-peers');
const names = operands.length > 0 ? operands : ['prettier-tsc', 'prettier-four', 'joined-half-gigabyte'];
/** Nodes from which the other tools take minutes, so that only Heatline is measured. */
const PEER_LIMIT = 500_000;

interface Subject {
  readonly name: string;
  /** Where it was read from, and milliseconds of the analysis; undefined for a synthetic model. */
  readonly file?: { readonly path: string; readonly analysis: number };
  readonly model: PanelModel;
}

const subjects: Subject[] = operands.length > 0 ? [] : syntheticSubjects();
for (const name of names) subjects.push(await readSubject(name));
const rows: string[][] = [];
/** The row of the largest recording as a merged flame graph. */
let largest = { nodes: 0, cells: [] as string[] };
for (const subject of subjects) {
  for (const view of ['graph', 'chart'] as const) {
    const cells = await panelRow(subject, view);
    rows.push(cells);
    if (view === 'graph' && nodesOf(subject) > largest.nodes) largest = { nodes: nodesOf(subject), cells };
  }
  if (subject.file && withPeers && nodesOf(subject) < PEER_LIMIT)
    for (const peer of browserPeers) rows.push(await peerRow(peer, subject.name, subject.file.path));
}
const paints = {
  title: 'The flame graph: milliseconds, and MB of the page’s whole process',
  columns: [
    '',
    'file to picture',
    'first paint',
    'zoom p95',
    'pan p95',
    'hover p95',
    'searched p95',
    'search',
    'longest task',
    'MB',
    'peak MB',
  ],
  rows,
  notes: [
    `Headless Chromium, software rendering, 1440 × 900; first paint is the median of ${rounds} rounds, from the first message of the model (peers: from choosing the file). Frames come every 16.7 ms at best. “Search” is from a key until its marks are drawn.`,
  ],
};
const [, , firstPaint, ...frames] = largest.cells;
await publish({
  summary: [
    [
      `flame graph of ${fixed(largest.nodes / 1e6, 1)} million nodes, software rendering`,
      `first paint after ${firstPaint} ms; frames ${Math.max(...frames.slice(0, 4).map(Number))} ms (p95)`,
    ],
  ],
  tables: [paints, await tableOfActions(), await tableOfBusyFrames(), ...(await tablesOfTurns())],
});

function nodesOf({ model }: Subject): number {
  return model.header.lengths['tree.function'];
}

function titleOf(subject: Subject, view: PanelView): string {
  const count = (value: number): string =>
    value >= 999_500 ? `${fixed(value / 1e6, 1)} M` : `${fixed(value / 1e3)} k`;
  const { lengths } = subject.model.header;
  return `${subject.name}, ${count(lengths['tree.function'])} nodes, ${count(lengths['samples.node'])} samples: Heatline, ${view}`;
}

function syntheticSubjects(): Subject[] {
  return [
    { name: 'synthetic', model: syntheticModel({ nodes: 104_000, samples: 1_000_000 }) },
    {
      name: 'synthetic, 100 k functions',
      model: syntheticModel({ nodes: 1_000_000, samples: 1_000_000, functions: 100_000, depth: 200 }),
    },
  ];
}

async function readSubject(name: string): Promise<Subject> {
  const path = existsSync(name) ? name : await corpusFile(name);
  const start = performance.now();
  const analysis = await analyze(path);
  const model = buildPanelModel(analysis, 1, (source) => source.path);
  return { name, model, file: { path, analysis: performance.now() - start } };
}

async function panelRow(subject: Subject, view: PanelView): Promise<string[]> {
  const paints: number[] = [];
  for (let round = 0; round < rounds; round++) paints.push(await paintModel(subject.model, view));
  const paint = median(paints);
  const use = await usePanel(subject.model, view);
  const title = titleOf(subject, view);
  progress(`${title}: ${fixed(paint)} ms`);
  return [title, subject.file ? fixed(subject.file.analysis + paint) : '–', fixed(paint), ...useCells(use)];
}

function useCells({ frames, searchPaint, longestTask, memory }: PanelUse): string[] {
  return [
    ...Object.values(frames).map(({ p95 }) => fixed(p95, 1)),
    fixed(searchPaint, 1),
    longestTask === 0 ? '< 50' : fixed(longestTask),
    fixed(memory.resident / 1e6),
    fixed(memory.peak / 1e6),
  ];
}

/** cpupro's charts are zoomed by clicks on a box, so there are no frames to measure. */
async function peerRow(peer: BrowserPeer, name: string, path: string): Promise<string[]> {
  const title = `${name}: ${peer} ${peerVersions[peer]}`;
  try {
    const { browser, page, painted, memory } = await openInPeer(peer, path);
    const area = { x: 0, y: 150, width: 1440, height: 600 };
    const frames =
      peer === 'speedscope' ? [await measureFrames(page, 'zoom', area), await measureFrames(page, 'pan', area)] : [];
    await browser.close();
    progress(`${title}: ${fixed(painted)} ms`);
    const [zoom = '–', pan = '–'] = frames.map(({ p95 }) => fixed(p95, 1));
    return [title, fixed(painted), '–', zoom, pan, '–', '–', '–', '–', '–', `+${fixed(memory / 1e6)}`];
  } catch (error) {
    return [title, `fails: ${(error as Error).message.split('\n')[0]}`, ...new Array<string>(9).fill('–')];
  }
}

/** Whether any user action blocks the page. */
async function tableOfActions(): Promise<ResultTable> {
  const recordings = subjects.filter(({ file }) => file);
  const longest: Record<string, number>[] = [];
  for (const { model } of recordings) longest.push(await longestTasks(model));
  return {
    title: 'The longest task that anything in the panel causes, in milliseconds',
    columns: ['', ...recordings.map(({ name }) => name)],
    rows: Object.keys(longest[0] ?? {}).map((action) => [
      action,
      ...longest.map((tasks) => (tasks[action] === 0 ? '< 50' : fixed(tasks[action]))),
    ]),
  };
}

/** Whether frames keep coming while another tree is computed. */
async function tableOfBusyFrames(): Promise<ResultTable> {
  const recordings = subjects.filter(({ file }) => file);
  const frames: Awaited<ReturnType<typeof busyFrames>>[] = [];
  for (const { model } of recordings) frames.push(await busyFrames(model));
  return {
    title:
      'Frames while another tree is worked out ten times a second: p95 in milliseconds, hovering / zooming with a search',
    columns: ['', ...recordings.map(({ name }) => name)],
    rows: works.map((work) => [
      work,
      ...frames.map(({ [work]: { hover, zoom } }) => `${fixed(hover.p95, 1)} / ${fixed(zoom.p95, 1)}`),
    ]),
  };
}

/** Whether the panel's memory grows when two recordings are shown in turn. */
async function tablesOfTurns(): Promise<ResultTable[]> {
  const pair = subjects.filter(({ file }) => file).slice(-2);
  if (pair.length < 2) return [];
  const turns = 4;
  const resident = await showInTurn(
    pair.map(({ model }) => model),
    turns,
  );
  return [
    {
      title: 'One panel, two recordings in turn: MB of the page’s whole process',
      columns: ['', ...Array.from({ length: turns }, (_, turn) => `turn ${turn + 1}`)],
      rows: pair.map(({ name }, i) => [name, ...resident[i].map((bytes) => fixed(bytes / 1e6))]),
    },
  ];
}
