import { resolve } from 'node:path';
import { analyze } from '../analysis/analyze.ts';
import type { ShowOptions } from './options.ts';
import { prepareFiles, publish } from './publish.ts';

/** `heatline show`: reports on a recording. The exit code. */
export async function show(recording: string, options: ShowOptions): Promise<number> {
  await prepareFiles(options.flamegraph, options.json);
  await publish(await analyze(resolve(recording)), options, process.cwd(), process.stdout);
  return 0;
}
