import { resolve } from 'node:path';
import { analyze } from '../analysis/analyze.ts';
import { analyzeCalls } from '../analysis/analyze-calls.ts';
import type { ShowOptions } from './options.ts';
import { prepareFiles, publish, publishCalls } from './publish.ts';

/** `heatline show`: reports on a recording. The exit code. */
export async function show(recording: string, options: ShowOptions): Promise<number> {
  await prepareFiles(options);
  const file = resolve(recording);
  if (file.endsWith('.calls.json'))
    await publishCalls(await analyzeCalls(file), options, [], process.cwd(), process.stdout);
  else await publish(await analyze(file), options, process.cwd(), process.stdout);
  return 0;
}
