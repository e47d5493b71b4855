import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { analyze } from '../../src/analysis/analyze.ts';
import { writeDocuments } from '../docs/documents.ts';
import { formatText, storeReport } from '../docs/results.ts';
import { nodeBinary, nodeMajors } from '../support/nodes.ts';
import type { NodeMajor } from '../support/nodes.ts';
import { runDiffAccuracy } from './diff/run.ts';
import { judgeAnalysis, judgePeer } from './judge.ts';
import type { Verdict } from './judge.ts';
import { knownShares } from './known-answer.ts';
import { countCalls, record } from './record.ts';
import type { AccuracySampler, RecordedRun } from './record.ts';
import { buildReport, formatDetails } from './report.ts';
import type { Row } from './report.ts';
import { buildVariant } from './variants.ts';
import { workloads } from './workloads.ts';
import type { VariantName, Workload } from './workloads.ts';

/** Microseconds. */
const DEFAULT_INTERVAL = '500';

const HELP = `Runs programs whose hot lines are known, on several Node versions, and compares what Heatline says of them, and
what a plain reading of node --cpu-prof says, with the truth that the programs measure with the system's clock.

  --node 20,22      only these major versions          --workload a,b   only these workloads
  --variant plain   only these variants                --interval 500   microseconds between samples
  --details         every mark of every run
  --keep FOLDER     keep programs and recordings there
  --again           judge what is kept there again, without a run

The result of a whole run (no --node, --workload, --variant, --interval or --again) is stored in results.json, from which
README.md and docs/accuracy.md are written.

npm run accuracy -- diff [--short] [--keep FOLDER] judges comparisons instead: equal runs of real programs, and runs with a
slowed line.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    node: { type: 'string' },
    workload: { type: 'string' },
    variant: { type: 'string' },
    interval: { type: 'string', default: DEFAULT_INTERVAL },
    details: { type: 'boolean', default: false },
    keep: { type: 'string' },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const folder = values.keep ?? (await mkdtemp(path.join(os.tmpdir(), 'heatline-accuracy-')));
  const rows: Row[] = [];
  const counted: (readonly [major: string, calls: string])[] = [];
  try {
    for (const major of nodeMajors.filter((candidate) => isWanted(values.node, String(candidate)))) {
      for (const workload of workloads.filter(({ name }) => isWanted(values.workload, name))) {
        for (const variant of workload.variants.filter((name) => isWanted(values.variant, name))) {
          rows.push(...(await runOne(path.resolve(folder), major, workload, variant)));
        }
      }
      if (isWanted(values.workload, 'mass') && !values.again)
        counted.push([String(major), await countMass(path.resolve(folder), major)]);
    }
  } finally {
    if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
  }
  const report = buildReport(rows, counted);
  for (const table of report.tables) console.log(formatText(table));
  if (values.details) console.log(formatDetails(rows));
  const isWhole = !values.again && [values.node, values.workload, values.variant].every((value) => value === undefined);
  if (!isWhole || values.interval !== DEFAULT_INTERVAL) return;
  await storeReport('test/accuracy/results.json', 'accuracy', report);
  await writeDocuments();
}

/** How often the method that is called a hundred million times was called, counted in a run of its own. */
async function countMass(folder: string, major: NodeMajor): Promise<string> {
  const workload = workloads.find(({ name }) => name === 'mass') as Workload;
  const place = path.join(folder, String(major), 'mass', 'counted');
  const program = await buildVariant(workload, 'minified', path.join(place, 'program'));
  const calls = await countCalls({ node: await nodeBinary(major), program, folder: place });
  return calls.get('almostNothing')?.join(' and ') ?? '–';
}

function isWanted(list: string | undefined, name: string): boolean {
  return list === undefined || list.split(',').includes(name);
}

async function runOne(folder: string, major: NodeMajor, workload: Workload, variant: VariantName): Promise<Row[]> {
  const place = path.join(folder, String(major), workload.name, variant);
  const program = await buildVariant(workload, variant, path.join(place, 'program'));
  const node = await nodeBinary(major);
  const base = { major, workload: workload.name, variant };
  const runAs = (sampler: AccuracySampler): Promise<RecordedRun> =>
    record({
      ...{ node, program, sampler, intervalUs: Number(values.interval), again: values.again },
      folder: path.join(place, sampler),
    });
  process.stderr.write(`Node ${major} · ${workload.name} · ${variant}\n`);
  const plain = await runAs('none');
  const rows: Row[] = [];
  const push = (reading: Row['reading'], run: RecordedRun, verdicts: readonly Verdict[]): void => {
    rows.push({ ...base, reading, verdicts, slowdown: sum(run) / sum(plain), elapsedMs: run.elapsedMs });
  };
  for (const sampler of ['v8log', 'inspector'] as const) {
    const run = await runAs(sampler);
    const known = await knownShares(workload, run.phases);
    const analysis = await analyze(run.recording);
    // The inspector knows neither total times nor positions inside one-line files, and says so.
    const isOneLine = variant === 'tsx' || variant === 'minified';
    const asked = known.filter(({ kind }) => sampler === 'v8log' || (kind === 'self' && !isOneLine));
    if (asked.length > 0) push(sampler, run, judgeAnalysis(analysis, asked));
  }
  const peer = await runAs('cpu-prof');
  const { lines, functions } = await judgePeer(peer.recording, await knownShares(workload, peer.phases));
  // One-line bundles and tsx have no lines that a plain reading could show.
  if (lines.length > 0 && variant === 'plain') push('peer lines', peer, lines);
  if (functions.length > 0 && variant !== 'minified') push('peer functions', peer, functions);
  return rows;
}

function sum({ phases }: RecordedRun): number {
  return Object.values(phases).reduce((whole, time) => whole + time, 0);
}

if (values.help) process.stdout.write(`${HELP}\n`);
else if (positionals[0] === 'diff') await runDiffAccuracy(values);
else await main();
