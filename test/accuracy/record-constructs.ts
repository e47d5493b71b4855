import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { type ConstructsVerdict, judgeConstructs } from './judge-constructs.ts';
import { judgeRepeated, type RepeatedVerdict, type Run } from './judge-repeated.ts';
import { constructsFolder, readConstructs } from './marked-lines.ts';
import { readAnalysis, readPeer } from './reading.ts';
import { type RecordRequest, record } from './record.ts';
import { repeatLines, TIMES } from './repeat-lines.ts';

/** Which constructs run (all, if none is named), and each for how many milliseconds of CPU time. */
export interface ConstructsRequest extends Omit<RecordRequest, 'program'> {
  readonly milliseconds: number;
  readonly names?: readonly string[];
}

/** Records the everyday constructs, and compares what is said of them with what they measured. */
export async function recordConstructs(request: ConstructsRequest): Promise<ConstructsVerdict> {
  const { reading, phases } = await run(constructsFolder, request);
  return judgeConstructs(reading, await readConstructs(), phases);
}

/** How many runs of each kind are added up, and for how long each construct runs in each. */
export interface RepeatedRequest extends ConstructsRequest {
  readonly rounds: number;
}

/**
 * Records the constructs whose loop holds their lines only (of the named ones), with what the loop does once and
 * several times on a line of its own, and compares what the line has more with what the construct takes more.
 */
export async function recordRepeated({ names = [], rounds, ...request }: RepeatedRequest): Promise<RepeatedVerdict[]> {
  const runOf = async (times: number, round: number): Promise<Run> => {
    const { folder, names: repeatable } = await repeatLines(path.join(request.folder, `repeated-${times}`), times);
    const wanted = repeatable.filter((name) => names.length === 0 || names.includes(name));
    return run(folder, { ...request, names: wanted, folder: path.join(request.folder, `run-${times}-${round}`) });
  };
  const once: Run[] = [];
  const repeated: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    once.push(await runOf(1, round));
    repeated.push(await runOf(TIMES, round));
  }
  return judgeRepeated(once, repeated, await readConstructs());
}

async function run(folder: string, { milliseconds, names = [], ...request }: ConstructsRequest): Promise<Run> {
  const program = { program: path.join(folder, 'main.mjs'), nodeArgs: [], args: [String(milliseconds), ...names] };
  const { recording, phases } = await record({ ...request, program });
  const reading = request.sampler === 'cpu-prof' ? await readPeer(recording) : readAnalysis(await analyze(recording));
  return { reading, phases };
}
