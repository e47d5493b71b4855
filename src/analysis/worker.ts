import { parentPort } from 'node:worker_threads';
import { createMapCache } from '../source-maps/index.ts';
import type { ReadV8LogOptions } from '../readers/v8-log/read.ts';
import { type AnalysisProgress, analyze } from './analyze.ts';
import { UnreadableRecordingError } from './errors.ts';
import { transferables, type WorkerReply, type WorkerRequest } from './worker-messages.ts';
import type { Profile } from '../core/index.ts';
import { FollowedLog } from '../readers/v8-log/follow.ts';

// The analysis worker: one recording at a time, its typed arrays handed over without a copy. It keeps what it made of
// source maps: the same program profiled again has the same ones.

const cache = createMapCache();
/** The V8 logs that are read while their programs still run, by the path they had when that began. */
const followed = new Map<string, FollowedLog>();

/** A log that was followed, and is no more. */
function take(log: string): FollowedLog | undefined {
  const found = followed.get(log);
  followed.delete(log);
  return found;
}

const reply = (message: WorkerReply, transfer: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

parentPort?.on('message', (request: WorkerRequest) => {
  switch (request.type) {
    case 'follow':
      if (!followed.has(request.log)) followed.set(request.log, new FollowedLog(request.log));
      return;
    case 'unfollow':
      return void take(request.log)?.end();
    case 'analyze':
      return answer(request);
  }
});

function answer({ type: _, recording, log, part, ...how }: Extract<WorkerRequest, { type: 'analyze' }>): void {
  const onProgress = (progress: AnalysisProgress): void => reply({ type: 'progress', progress });
  const readAhead = async (reading: ReadV8LogOptions): Promise<Profile | undefined> => {
    const ahead = log === undefined ? undefined : take(log);
    try {
      return await ahead?.finish(recording, reading);
    } finally {
      await ahead?.end();
    }
  };
  analyze(recording, { cache, onProgress, readAhead, ...part, ...how }).then(
    (analysis) => reply({ type: 'done', analysis }, transferables(analysis)),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      reply({ type: 'failed', unreadable: error instanceof UnreadableRecordingError, message, stack });
    },
  );
}
