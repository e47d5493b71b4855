// Judges what Heatline says of programs whose hot lines are known, and records them anew.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeDocuments } from '../docs/documents.ts';
import { formatText, machineClass, readResults, type Report, storeReport } from '../docs/results.ts';
import { nodeMajors } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';
import { storeTruth } from './corpus.ts';
import { runDiffAccuracy } from './diff/run.ts';
import { formatDetails } from './goals.ts';
import { judgeRuns, judgeTruth, reportsOf } from './judge-all.ts';
import { acceptTruth } from './expected.ts';
import { writeLedger } from './ledger.ts';
import { type Judged, parts } from './parts.ts';
import { recordRepeatedReport } from './record-repeated.ts';
import { type MeasuredProgram, recordRun } from './record.ts';
import { folderOf, partNames, type Run, runsOf } from './runs.ts';
import { measureWhy } from './why/run.ts';

const RESULTS = 'test/accuracy/results.json';

const HELP = `Programs whose hot lines are known, recorded on several versions of Node, quiet and beside two processes that take both
cores. They measure themselves with the system's clock: that is the truth with which Heatline, and a plain reading of
node --cpu-prof, are compared.

npm run accuracy                 judges the recorded truth (test/truth) and prints all tables, of which docs/accuracy.md has some;
                                 --details: every mark, and what repeated, why and diff have found
npm run accuracy -- accept       and makes them what the tests and the documents hold; a worse figure only with --worse
npm run accuracy -- record       records the truth anew, on a machine that does nothing else, in half an hour
npm run accuracy -- try PART…    records runs of some parts and judges them, and stores nothing
npm run accuracy -- repeated     how much of what a statement costs is on its line; stored by itself
npm run accuracy -- why          what fixes of slow programs gain, and whether their reasons are said; stored by itself
npm run accuracy -- diff         judges comparisons: equal runs of real programs, and runs with a slowed line

Parts: ${partNames.join(', ')}
  --node 20,22     only these major versions (record, try, repeated, why)
  --name push      only programs whose name holds this (try, why)
  --interval 500   microseconds between samples (try, repeated)
  --keep FOLDER    keeps programs and recordings there (try, record, repeated, why)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string' },
    name: { type: 'string', default: '' },
    interval: { type: 'string', default: '500' },
    keep: { type: 'string' },
    details: { type: 'boolean', default: false },
    worse: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const majors = nodeMajors.filter((major) => values.node?.split(',').includes(String(major)) ?? true);
const interval = Number(values.interval);

/** Records runs into folders below `root`; each program is built once. */
async function recordRuns(runs: readonly Run[], root: string): Promise<void> {
  const programs = new Map<string, MeasuredProgram>();
  for (const [at, run] of runs.entries()) {
    const { part, name } = run;
    const place = path.join(root, 'programs', part, name);
    const program = programs.get(place) ?? (await parts[part].build(name, place));
    programs.set(place, program);
    process.stderr.write(`${at + 1} of ${runs.length}: ${folderOf(run)}\n`);
    await recordRun(run, program, interval, path.join(root, folderOf(run)));
  }
}

const inFolder = (work: (folder: string) => Promise<void>): Promise<void> =>
  values.keep === undefined ? withScratch(work) : work(path.resolve(values.keep));

/** Quiet ones of all Nodes first: what a busy machine leaves behind disturbs none of them. */
async function recordTruth(root: string): Promise<void> {
  const measured = machineClass();
  const runs = majors.flatMap(runsOf);
  await recordRuns([...runs.filter(({ isBusy }) => !isBusy), ...runs.filter(({ isBusy }) => isBusy)], root);
  for (const major of majors) await storeTruth(major, runsOf(major), root, measured);
}

async function tryParts(root: string): Promise<void> {
  const wanted = positionals.slice(1);
  const runs = majors
    .flatMap(runsOf)
    .filter(({ part, name }) => (wanted.length === 0 || wanted.includes(part)) && name.includes(values.name));
  await recordRuns(runs, root);
  const judged = await judgeRuns(runs, root);
  printReports(judged);
  console.log(writeLedger(judged));
}

function printReports(judged: readonly Judged[]): void {
  if (values.details) console.log(formatDetails(judged.filter((one) => 'verdicts' in one)));
  const { repeated, why, diff } = values.details ? readResults(RESULTS) : {};
  const reports = [...Object.values(reportsOf(judged)), repeated, why, diff].filter((report) => report !== undefined);
  const tables = reports.flatMap((report) => report.tables);
  for (const table of tables.filter(({ rows }) => rows.length > 0)) console.log(formatText(table));
}

/** Prints it and, where it is of everything, stores it. */
async function keepReport(name: string, report: Report): Promise<void> {
  for (const table of report.tables) console.log(formatText(table));
  if (values.node !== undefined || values.name !== '') return;
  await storeReport(RESULTS, name, report);
  await writeDocuments();
}

const commands: Readonly<Record<string, () => Promise<void>>> = {
  judge: () => inFolder(async (folder) => printReports((await judgeTruth(folder)).judged)),
  accept: () => inFolder((folder) => acceptTruth(folder, values.worse)),
  record: () => inFolder(recordTruth),
  try: () => inFolder(tryParts),
  repeated: () =>
    inFolder(async (folder) => {
      await keepReport('repeated', await recordRepeatedReport(majors, interval, folder));
    }),
  why: () => inFolder(async (folder) => keepReport('why', await measureWhy(majors, values.name, folder))),
  diff: runDiffAccuracy,
};

const command = positionals[0] ?? 'judge';
if (values.help) process.stdout.write(HELP);
else if (command in commands) await commands[command]();
else {
  console.error(`There is no command ${command}; there are ${Object.keys(commands).join(', ')}.`);
  process.exitCode = 2;
}
