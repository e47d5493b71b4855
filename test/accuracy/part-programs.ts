import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { nodeBinary, type NodeMajor } from '../support/nodes.ts';
import type { Judged } from './judged.ts';
import { judgeAnalysis, judgePeer, type Verdict } from './judge.ts';
import { knownShares } from './known-answer.ts';
import type { PartRequest } from './parts.ts';
import { type AccuracySampler, countCalls, record, type RecordedRun } from './record.ts';
import type { Row } from './report.ts';
import { buildVariant } from './variants.ts';
import { type VariantName, type Workload, workloads } from './workloads.ts';

/** What was said of the programs, and how often `almostNothing` was called by major version. */
export interface ProgramRows {
  readonly rows: readonly Row[];
  readonly counted: readonly (readonly [major: string, calls: string])[];
}

/** The programs with known answers, each in the variants that it has (or only those that are asked for). */
export async function runPrograms(request: PartRequest, variants?: readonly string[]): Promise<ProgramRows> {
  const { majors, only, folder, again } = request;
  const rows: Row[] = [];
  const counted: (readonly [major: string, calls: string])[] = [];
  const wanted = workloads.filter(({ name }) => only?.includes(name) ?? true);
  for (const major of majors) {
    for (const workload of wanted) {
      for (const variant of workload.variants.filter((name) => variants?.includes(name) ?? true)) {
        rows.push(...(await runOne(request, major, workload, variant)));
      }
    }
    const mass = wanted.find(({ name }) => name === 'mass');
    if (mass && !again) counted.push([String(major), await countMass(folder, major, mass)]);
  }
  return { rows, counted };
}

/** Of each row what the suite's goals are about: nothing of lines that no sampler on some processors can tell apart. */
export function judgedRows(rows: readonly Row[]): Judged[] {
  return rows
    .filter(({ reading, isTight }) => reading !== 'peer functions' && !isTight)
    .map(({ major, workload, reading, verdicts }) => ({
      ...{ major, part: 'programs', program: workload, isBusy: false, verdicts },
      reading: reading === 'v8log' || reading === 'inspector' ? reading : 'cpu-prof',
    }));
}

/** How often the method that is called a hundred million times was called, counted in a run of its own. */
async function countMass(folder: string, major: NodeMajor, workload: Workload): Promise<string> {
  const place = path.join(folder, String(major), 'mass', 'counted');
  const program = await buildVariant(workload, 'minified', path.join(place, 'program'));
  const calls = await countCalls({ node: await nodeBinary(major), program, folder: place });
  return calls.get('almostNothing')?.join(' and ') ?? '–';
}

async function runOne(
  { folder, intervalUs, again }: PartRequest,
  major: NodeMajor,
  workload: Workload,
  variant: VariantName,
): Promise<Row[]> {
  const place = path.join(folder, String(major), workload.name, variant);
  const program = await buildVariant(workload, variant, path.join(place, 'program'));
  const node = await nodeBinary(major);
  const base = { major, workload: workload.name, variant, isTight: workload.isTight === true };
  const runAs = (sampler: AccuracySampler): Promise<RecordedRun> =>
    record({ node, program, sampler, intervalUs, again, folder: path.join(place, sampler) });
  process.stderr.write(`Node ${major} · ${workload.name} · ${variant}\n`);
  const rows: Row[] = [];
  const push = (reading: Row['reading'], verdicts: readonly Verdict[]): void => {
    rows.push({ ...base, reading, verdicts });
  };
  for (const sampler of ['v8log', 'inspector'] as const) {
    const run = await runAs(sampler);
    const known = await knownShares(workload, run.phases);
    const analysis = await analyze(run.recording);
    // The inspector knows neither total times nor positions inside one-line files, and says so.
    const isOneLine = variant === 'tsx' || variant === 'minified';
    const asked = known.filter(({ kind }) => sampler === 'v8log' || (kind === 'self' && !isOneLine));
    if (asked.length > 0) push(sampler, judgeAnalysis(analysis, asked));
  }
  const peer = await runAs('cpu-prof');
  const { lines, functions } = await judgePeer(peer.recording, await knownShares(workload, peer.phases));
  // One-line bundles and tsx have no lines that a plain reading could show.
  if (lines.length > 0 && variant === 'plain') push('peer lines', lines);
  if (functions.length > 0 && variant !== 'minified') push('peer functions', functions);
  return rows;
}
