import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { analyze } from '../../src/analysis/analyze.ts';
import type { HeatLine } from './inject-heat.ts';
import type { Verdict } from './judge.ts';
import { readAnalysis, readPeer, type Reading } from './reading.ts';
import { buildHeated, planHeat, type RealProgram } from './real-programs.ts';
import { record, type RecordRequest } from './record.ts';
import type { RunnableProgram } from './variants.ts';

/** A real program, and the lines in it that burn time. */
export interface PreparedProgram {
  readonly program: RunnableProgram;
  readonly lines: readonly HeatLine[];
}

/** Injects lines into a program, runs it once to see how often each runs, and chooses those that burn. */
export async function prepareReal(
  real: RealProgram,
  seed: number,
  folder: string,
  again = false,
): Promise<PreparedProgram> {
  const heated = await buildHeated(real, seed, path.join(folder, 'program'));
  const request = { program: heated.program, node: process.execPath, intervalUs: 500 };
  const counted = await record({ ...request, sampler: 'none', folder: path.join(folder, 'counted'), again });
  return { program: heated.program, lines: await planHeat(heated, counted.phases, seed) };
}

/** Records a prepared program, and compares what is said of its injected lines with what they measured. */
export async function recordReal(
  { program, lines }: PreparedProgram,
  request: Omit<RecordRequest, 'program'>,
): Promise<Verdict[]> {
  const { recording, phases } = await record({ ...request, program });
  const asIs = (file: string): string => file;
  const reading =
    request.sampler === 'cpu-prof' ? await readPeer(recording, asIs) : readAnalysis(await analyze(recording), asIs);
  return judgeHeat(reading, lines, phases, await startCost(request.node));
}

/**
 * CPU time of a Node's main thread before it begins with the program, in nanoseconds: the median of some starts. Nobody
 * samples it.
 */
export async function startCost(node: string): Promise<number> {
  const script = `console.log(require(${JSON.stringify(path.join(import.meta.dirname, 'clock.cjs'))}).now())`;
  const costs: number[] = [];
  for (let run = 0; run < 5; run++) costs.push(Number((await promisify(execFile)(node, ['-e', script])).stdout));
  return costs.sort((a, b) => a - b)[2];
}

/**
 * Shares of all CPU time, of all that was sampled for the reading. A line's own time is without the collections behind it,
 * as with the constructs: they are inside of what it measured, and no line's.
 */
function judgeHeat(
  reading: Reading,
  lines: readonly HeatLine[],
  phases: Readonly<Record<string, number>>,
  start: number,
): Verdict[] {
  const whole = phases.whole - start;
  return lines.map(({ id, file, line }) => {
    const said = reading.lines.get(`${file}:${line}`);
    const own = Math.max(0, (phases[id] ?? 0) - 1000 * (said?.gcTime ?? 0));
    return {
      ...{ mark: `${path.basename(file)}:${line}`, kind: 'self', truth: own / whole },
      said: (said?.time ?? 0) / reading.activeTime,
      low: (said?.low ?? NaN) / reading.activeTime,
      high: (said?.high ?? NaN) / reading.activeTime,
    };
  });
}
