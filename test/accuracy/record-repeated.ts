import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { nodeBinary, type NodeMajor } from '../support/nodes.ts';
import { judgeRepeated, type RepeatedVerdict, type RunOfConstructs } from './judge-repeated.ts';
import { readConstructs } from './marked-lines.ts';
import { readAnalysis, readPeer } from './reading.ts';
import { phasesIn, record } from './record.ts';
import { repeatLines, TIMES } from './repeat-lines.ts';
import { AUTO, type ReadingName } from './runs.ts';

/** What was said of statements that stood on their line several times. */
export interface JudgedRepeated {
  readonly major: NodeMajor;
  readonly reading: ReadingName;
  readonly verdicts: readonly RepeatedVerdict[];
}

/** CPU time of each construct in each of its runs, in milliseconds. */
const EACH = 300;
/**
 * Runs of each kind: the difference between the two kinds is wanted to some percent, and a gap without samples may be that of
 * a construct, or of the one that ran after it.
 */
export const ROUNDS_OF_REPEATED = 3;

/**
 * Records the constructs whose loop holds their lines only, with what the loop does once and several times on a line of its
 * own, and compares what the line has more with what the construct takes more. Takes minutes for each Node.
 */
export async function runRepeated(
  majors: readonly NodeMajor[],
  intervalUs: number,
  folder: string,
): Promise<JudgedRepeated[]> {
  const judged: JudgedRepeated[] = [];
  for (const major of majors) {
    for (const reading of [AUTO, 'cpu-prof'] as const) {
      process.stderr.write(`Node ${major} · repeated · ${reading}\n`);
      const place = path.join(folder, `repeated-${major}-${reading}`);
      const runOf = (times: number, round: number): Promise<RunOfConstructs> =>
        runConstructs({ major, reading, times, intervalUs, folder: path.join(place, `${times}-${round}`) });
      const once: RunOfConstructs[] = [];
      const repeated: RunOfConstructs[] = [];
      for (let round = 0; round < ROUNDS_OF_REPEATED; round++) {
        once.push(await runOf(1, round));
        repeated.push(await runOf(TIMES, round));
      }
      judged.push({ major, reading, verdicts: judgeRepeated(once, repeated, await readConstructs()) });
    }
  }
  return judged;
}

async function runConstructs(wanted: {
  readonly major: NodeMajor;
  readonly reading: ReadingName;
  readonly times: number;
  readonly intervalUs: number;
  readonly folder: string;
}): Promise<RunOfConstructs> {
  const { major, reading, times, intervalUs, folder } = wanted;
  const repeated = await repeatLines(folder, times);
  const args = [String(EACH), ...repeated.names];
  const program = { program: path.join(repeated.folder, 'main.mjs'), nodeArgs: [], args };
  const { recording, output } = await record({ node: await nodeBinary(major), program, intervalUs, folder }, reading);
  const phases = phasesIn(output, program);
  return { reading: reading === AUTO ? readAnalysis(await analyze(recording)) : await readPeer(recording), phases };
}
