import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AnalysisWorker, type WorkerAnalyzeOptions } from '../analysis/analysis-worker.ts';
import type { Analysis } from '../core/index.ts';

/**
 * Analyses a recording that was just made, in a thread of its own: this one listens to signals meanwhile, so that Ctrl-C ends
 * the work at once and the recording's path is told. Throws `UnreadableRecordingError`, and where the signal says so
 * `AnalysisCancelledError`.
 */
export async function analyzeApart(
  recording: string,
  options: Pick<WorkerAnalyzeOptions, 'time' | 'thread' | 'marks' | 'places' | 'causes' | 'signal'>,
): Promise<Analysis> {
  // The program may have removed the folder in which we are, and Node starts no thread in one that is gone.
  if (!existsSync(process.cwd())) process.chdir(dirname(recording));
  const worker = new AnalysisWorker(join(__dirname, 'analysis-worker.cjs'));
  try {
    return await worker.analyze(recording, options);
  } finally {
    worker.dispose();
  }
}
