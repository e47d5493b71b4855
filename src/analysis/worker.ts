// The analysis worker: one recording at a time, its typed arrays handed over without a copy. It keeps what it made of
// source maps: the same program profiled again has the same ones.
import { parentPort } from 'node:worker_threads';
import { createMapCache } from '../source-maps/index.ts';
import { analyze } from './analyze.ts';
import { UnreadableRecordingError } from './errors.ts';
import { transferables } from './transferables.ts';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

const cache = createMapCache();

const reply = (message: WorkerReply, transfer: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

parentPort?.on('message', ({ recording }: WorkerRequest) => {
  analyze(recording, { cache, onProgress: (progress) => reply({ type: 'progress', progress }) }).then(
    (analysis) => reply({ type: 'done', analysis }, transferables(analysis)),
    (error: unknown) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      reply({ type: 'failed', unreadable: error instanceof UnreadableRecordingError, message, stack });
    },
  );
});
