import { parentPort } from 'node:worker_threads';
import { createMapCache } from '../source-maps/index.ts';
import type { ReadV8LogOptions } from '../readers/v8-log/read.ts';
import { type AnalysisProgress, analyze } from './analyze.ts';
import { UnreadableRecordingError } from './errors.ts';
import { transferables, type WorkerReply, type WorkerRequest } from './worker-messages.ts';
import type { Profile } from '../core/index.ts';
import { type FollowedLog, followV8Log } from '../readers/v8-log/follow.ts';

/** The V8 logs that are read while their programs still run, by the path they had when that began. */
class FollowedLogs {
  readonly #logs = new Map<string, FollowedLog>();

  follow(file: string): void {
    if (!this.#logs.has(file)) this.#logs.set(file, followV8Log(file));
  }

  /** Gives up a log that nobody will ask for. */
  async unfollow(file: string): Promise<void> {
    const log = this.#logs.get(file);
    this.#logs.delete(file);
    await log?.end();
  }

  /** The log that was followed under this name and is finished; undefined when it has to be read from its start. */
  async finish(file: string, recording: string, options: ReadV8LogOptions): Promise<Profile | undefined> {
    const log = this.#logs.get(file);
    this.#logs.delete(file);
    try {
      return await log?.finish(recording, options);
    } finally {
      await log?.end();
    }
  }
}

// The analysis worker: one recording at a time, its typed arrays handed over without a copy. It keeps what it made of
// source maps: the same program profiled again has the same ones.

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

function answer({ type: _, recording, log, part, ...how }: Extract<WorkerRequest, { type: 'analyze' }>): void {
  const onProgress = (progress: AnalysisProgress): void => reply({ type: 'progress', progress });
  const readAhead =
    log === undefined ? undefined : (reading: ReadV8LogOptions) => followed.finish(log, recording, reading);
  analyze(recording, { cache, onProgress, readAhead, ...part, ...how }).then(
    (analysis) => reply({ type: 'done', analysis }, transferables(analysis)),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      reply({ type: 'failed', unreadable: error instanceof UnreadableRecordingError, message, stack });
    },
  );
}
