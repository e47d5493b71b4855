import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { type ConstructsVerdict, judgeConstructs } from './judge-constructs.ts';
import { constructsFolder, readConstructs } from './marked-lines.ts';
import { readAnalysis, readPeer } from './reading.ts';
import { type RecordRequest, record } from './record.ts';

/** Which constructs run (all, if none is named), and each for how many milliseconds of CPU time. */
export interface ConstructsRequest extends Omit<RecordRequest, 'program'> {
  readonly milliseconds: number;
  readonly names?: readonly string[];
}

/** Records the everyday constructs, and compares what is said of them with what they measured. */
export async function recordConstructs({
  milliseconds,
  names = [],
  ...request
}: ConstructsRequest): Promise<ConstructsVerdict> {
  const args = [String(milliseconds), ...names];
  const program = { program: path.join(constructsFolder, 'main.mjs'), nodeArgs: [], args };
  const { recording, phases } = await record({ ...request, program });
  const reading = request.sampler === 'cpu-prof' ? await readPeer(recording) : readAnalysis(await analyze(recording));
  return judgeConstructs(reading, await readConstructs(), phases);
}
