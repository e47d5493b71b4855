import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { type ConstructsVerdict, judgeConstructs } from './judge-constructs.ts';
import { judgeRepeated, type RepeatedVerdict, type Run } from './judge-repeated.ts';
import { constructsFolder, readConstructs } from './marked-lines.ts';
import { readAnalysis, readPeer } from './reading.ts';
import { type RecordRequest, record } from './record.ts';
import { repeatLines } from './repeat-lines.ts';

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

/**
 * Records the constructs whose loop holds their lines only (of the named ones), as they are and with what the loop does
 * several times on the first of them, and compares what the lines have more with what the construct takes more.
 */
export async function recordRepeated({ names = [], ...request }: ConstructsRequest): Promise<RepeatedVerdict[]> {
  const { folder, names: repeatable } = await repeatLines(path.join(request.folder, 'repeated'));
  const wanted = repeatable.filter((name) => names.length === 0 || names.includes(name));
  const runOf = (program: string, place: string): Promise<Run> =>
    run(program, { ...request, names: wanted, folder: path.join(request.folder, place) });
  const once = await runOf(constructsFolder, 'once');
  return judgeRepeated(once, await runOf(folder, 'repeated'), await readConstructs());
}

async function run(folder: string, { milliseconds, names = [], ...request }: ConstructsRequest): Promise<Run> {
  const program = { program: path.join(folder, 'main.mjs'), nodeArgs: [], args: [String(milliseconds), ...names] };
  const { recording, phases } = await record({ ...request, program });
  const reading = request.sampler === 'cpu-prof' ? await readPeer(recording) : readAnalysis(await analyze(recording));
  return { reading, phases };
}
