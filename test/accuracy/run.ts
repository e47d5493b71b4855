import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeDocuments } from '../docs/documents.ts';
import { formatText, type Report, storeReport } from '../docs/results.ts';
import { nodeMajors } from '../support/nodes.ts';
import { runDiffAccuracy } from './diff/run.ts';
import { buildBurstsReport } from './bursts-report.ts';
import { buildGoalsReport, formatConstructs } from './goals.ts';
import type { Judged } from './judged.ts';
import { judgedRows, runPrograms } from './part-programs.ts';
import {
  type JudgedKinds,
  type PartRequest,
  runBursts,
  runConstructs,
  runKinds,
  runReal,
  runRepeated,
  runThreads,
  runWaits,
} from './parts.ts';
import { buildRepeatedReport } from './repeated-report.ts';
import { buildReport, formatDetails } from './report.ts';
import { buildThreadsReport } from './threads-report.ts';
import { buildWaitsReport } from './waits-report.ts';

/** Microseconds. */
const DEFAULT_INTERVAL = '500';
const partNames = ['programs', 'constructs', 'repeated', 'real', 'kinds', 'threads', 'bursts', 'waits'] as const;

/** What the goals are judged by, together. */
const goalParts = ['constructs', 'real', 'kinds', 'programs'] as const;

const HELP = `Runs programs whose hot lines are known, on several Node versions, and compares what Heatline says of them, and
what a plain reading of node --cpu-prof says, with the truth that the programs measure with the system's clock.

npm run accuracy                    all parts
npm run accuracy -- PART…           programs (from the literature), constructs (everyday JavaScript), repeated (the same with
                                    their statements several times on a line), real (programs with injected lines), kinds
                                    (huge functions, WebAssembly, collection, waiting), threads (workers and processes that
                                    share the work 1 : 2 : 4), bursts (short work between idle times), waits (work between waits)
npm run accuracy -- diff [--short] [--keep FOLDER]
                                    judges comparisons instead: equal runs of real programs, and runs with a slowed line

  --node 20,22      only these major versions          --only a,b       only these programs or constructs
  --variant plain   only these variants of programs    --interval 500   microseconds between samples
  --seed 1          other places for injected lines    --details        every mark of every run
  --keep FOLDER     keep programs and recordings there
  --again           judge what is kept there again, without a run

The result of a whole run (without --node, --only, --variant, --interval, --seed and --again) is stored in results.json, from which
README.md and docs/accuracy.md are written; of a run of single parts that of repeated, threads, bursts and waits, each by
itself, and of constructs, real, kinds and programs where all four ran.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    node: { type: 'string' },
    only: { type: 'string' },
    variant: { type: 'string' },
    interval: { type: 'string', default: DEFAULT_INTERVAL },
    seed: { type: 'string', default: '1' },
    details: { type: 'boolean', default: false },
    keep: { type: 'string' },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const unknown = positionals.find((name) => !(partNames as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}; there are ${partNames.join(', ')}, diff.`);
  const folder = values.keep ?? (await mkdtemp(path.join(os.tmpdir(), 'heatline-accuracy-')));
  try {
    await runParts(path.resolve(folder));
  } finally {
    if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function runParts(folder: string): Promise<void> {
  const request = (part: (typeof partNames)[number]): PartRequest => ({
    majors: nodeMajors.filter((major) => values.node?.split(',').includes(String(major)) ?? true),
    intervalUs: Number(values.interval),
    folder: path.join(folder, part),
    again: values.again,
    only: values.only?.split(','),
    seed: Number(values.seed),
  });
  const isWanted = (part: (typeof partNames)[number]): boolean =>
    positionals.length === 0 || positionals.includes(part);
  const judged: Judged[] = [];
  let kinds: readonly JudgedKinds[] = [];
  let programs: Report | undefined;
  if (isWanted('constructs')) judged.push(...(await runConstructs(request('constructs'))));
  if (isWanted('real')) judged.push(...(await runReal(request('real'))));
  if (isWanted('kinds')) kinds = await runKinds(request('kinds'));
  if (isWanted('programs')) {
    const { rows, counted } = await runPrograms(request('programs'), values.variant?.split(','));
    judged.push(...judgedRows(rows));
    programs = buildReport(rows, counted);
    if (values.details) console.log(formatDetails(rows));
  }
  const goals = buildGoalsReport(judged, kinds);
  if (values.details) console.log(formatConstructs(judged));
  const [load] = os.loadavg();
  const threads = isWanted('threads') ? buildThreadsReport(await runThreads(request('threads')), load) : undefined;
  const bursts = isWanted('bursts') ? buildBurstsReport(await runBursts(request('bursts'))) : undefined;
  const waits = isWanted('waits') ? buildWaitsReport(await runWaits(request('waits'))) : undefined;
  const repeated = isWanted('repeated') ? buildRepeatedReport(await runRepeated(request('repeated'))) : undefined;
  const isJudged = judged.length + kinds.length > 0;
  const reports = [isJudged ? goals : undefined, programs, repeated, threads, bursts, waits];
  for (const table of reports.flatMap((report) => report?.tables ?? [])) console.log(formatText(table));
  if (!isPlain()) return;
  if (repeated) await storeReport('test/accuracy/results.json', 'repeated', repeated);
  if (threads) await storeReport('test/accuracy/results.json', 'threads', threads);
  if (bursts) await storeReport('test/accuracy/results.json', 'bursts', bursts);
  if (waits) await storeReport('test/accuracy/results.json', 'waits', waits);
  if (programs && goalParts.every(isWanted)) {
    await storeReport('test/accuracy/results.json', 'accuracy', programs);
    await storeReport('test/accuracy/results.json', 'goals', goals);
  }
  await writeDocuments();
}

/** Whether nothing but parts was chosen: only such runs are kept. */
function isPlain(): boolean {
  const isUsual = values.interval === DEFAULT_INTERVAL && values.seed === '1' && !values.again;
  return isUsual && !values.node && !values.only && !values.variant;
}

if (values.help) process.stdout.write(`${HELP}\n`);
else if (positionals[0] === 'diff') await runDiffAccuracy(values);
else await main();
