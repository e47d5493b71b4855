// The analysis worker: one recording at a time, its typed arrays handed over without a copy. It keeps what it made of
// source maps: the same program profiled again has the same ones.
import { parentPort } from 'node:worker_threads';
import { createMapCache } from '../source-maps/index.ts';
import type { ReadV8LogOptions } from '../readers/v8-log/read.ts';
import { analyze, type AnalysisProgress } from './analyze.ts';
import { UnreadableRecordingError } from './errors.ts';
import { FollowedLogs } from './followed-logs.ts';
import { transferables, type WorkerReply, type WorkerRequest } from './worker-messages.ts';

const cache = createMapCache();
const followed = new FollowedLogs();

const reply = (message: WorkerReply, transfer: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

parentPort?.on('message', (request: WorkerRequest) => {
  switch (request.type) {
    case 'follow':
      return followed.follow(request.log);
    case 'unfollow':
      return void followed.unfollow(request.log);
    case 'analyze':
      return answer(request);
  }
});

function answer({ recording, log, part, time }: Extract<WorkerRequest, { type: 'analyze' }>): void {
  const onProgress = (progress: AnalysisProgress): void => reply({ type: 'progress', progress });
  const readAhead =
    log === undefined ? undefined : (reading: ReadV8LogOptions) => followed.finish(log, recording, reading);
  analyze(recording, { cache, onProgress, readAhead, ...part, time }).then(
    (analysis) => reply({ type: 'done', analysis }, transferables(analysis)),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      reply({ type: 'failed', unreadable: error instanceof UnreadableRecordingError, message, stack });
    },
  );
}
