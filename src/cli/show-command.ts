import { resolve } from 'node:path';
import { analyze } from '../analysis/analyze.ts';
import { analyzeCalls } from '../analysis/analyze-calls.ts';
import { exportNames } from '../export/formats.ts';
import { CliError } from './cli-error.ts';
import type { ShowOptions } from './options.ts';
import { withOutputPlaces } from './output-files.ts';
import { publish, publishCalls } from './publish.ts';

/** `heatline show`: reports on a recording. The exit code. */
export async function show(recording: string, options: ShowOptions): Promise<number> {
  const file = resolve(recording);
  const hasCalls = file.endsWith('.calls.json');
  if (hasCalls && exportNames.some((name) => options[name])) {
    throw new CliError(`${recording} holds only counted calls; record with heatline run to get stacks and times.`);
  }
  await withOutputPlaces(options, async () => {
    if (hasCalls) await publishCalls(await analyzeCalls(file), options, [], process.cwd(), process.stdout);
    else await publish(await analyze(file, { time: options.time }), options, process.cwd(), process.stdout);
  });
  return 0;
}
