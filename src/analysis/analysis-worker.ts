import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Analysis, pickPart, type RecordingPart } from '../core/index.ts';
import type { AnalysisProgress } from './analyze.ts';
import { AnalysisCancelledError, needsMoreMemory, UnreadableRecordingError } from './errors.ts';
import type { Manner, WorkerReply, WorkerRequest } from './worker-messages.ts';

/** How a recording is analysed in the worker. */
export interface WorkerAnalyzeOptions extends RecordingPart, Manner {
  /** Cancelling ends the worker at once, whatever it is doing. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: AnalysisProgress) => void;
  /** The recording's path while it was written, where it was followed then. */
  readonly log?: string;
}

/**
 * Analyses recordings off the caller's thread. The thread is kept warm between recordings; `warmUp` starts it ahead of
 * need. Each call while another runs gets a thread of its own.
 */
export class AnalysisWorker {
  readonly #followers = new Map<string, Worker>();
  #idle: Worker | undefined;

  /** `workerFile`: absolute path of the bundled `analysis-worker.cjs`. */
  constructor(private readonly workerFile: string) {}

  warmUp(): void {
    this.#idle ??= this.#start();
  }

  /** Reads a V8 log while it is written, until `analyze` asks for the recording that came of it, or `unfollow`. */
  follow(log: string): void {
    const worker = (this.#idle ??= this.#start());
    this.#followers.set(log, worker);
    worker.postMessage({ type: 'follow', log } satisfies WorkerRequest);
  }

  unfollow(log: string): void {
    this.#followers.get(log)?.postMessage({ type: 'unfollow', log } satisfies WorkerRequest);
    this.#followers.delete(log);
  }

  /** Throws `UnreadableRecordingError` and `AnalysisCancelledError`. */
  async analyze(recording: string, options: WorkerAnalyzeOptions = {}): Promise<Analysis> {
    if (options.signal?.aborted) throw new AnalysisCancelledError();
    const worker = this.#idle ?? this.#start();
    this.#idle = undefined;
    worker.ref();
    try {
      const analysis = await run(worker, recording, options);
      worker.unref();
      if (this.#idle) void worker.terminate();
      else this.#idle = worker;
      return analysis;
    } catch (error) {
      void worker.terminate();
      throw error;
    }
  }

  dispose(): void {
    void this.#idle?.terminate();
    this.#idle = undefined;
  }

  #start(): Worker {
    const worker = new Worker(this.workerFile);
    worker.unref();
    // A thread that dies while idle is simply started anew; while it works, `run` listens too.
    worker.on('error', () => this.#forget(worker));
    worker.on('exit', () => this.#forget(worker));
    return worker;
  }

  #forget(worker: Worker): void {
    if (this.#idle === worker) this.#idle = undefined;
  }
}

async function run(worker: Worker, recording: string, options: WorkerAnalyzeOptions): Promise<Analysis> {
  const { signal, onProgress, log, time, places, causes, ofCalls } = options;
  const request = { type: 'analyze', recording, log, part: pickPart(options), time, places, causes, ofCalls } as const;
  worker.postMessage(request satisfies WorkerRequest);
  const replies = on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[WorkerReply]>;
  try {
    for await (const [message] of replies) {
      if (message.type === 'progress') onProgress?.(message.progress);
      else if (message.type === 'done') return message.analysis;
      else throw errorOf(message);
    }
  } catch (error) {
    if (signal?.aborted) throw new AnalysisCancelledError();
    throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? needsMoreMemory(recording) : error;
  }
  throw new Error(`The analysis of ${recording} ended early.`);
}

function errorOf(reply: Extract<WorkerReply, { type: 'failed' }>): Error {
  if (reply.unreadable) return new UnreadableRecordingError(reply.message);
  const error = new Error(reply.message);
  error.stack = reply.stack ?? error.stack;
  return error;
}
