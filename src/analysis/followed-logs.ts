import type { Profile } from '../core/index.ts';
import { type FollowedLog, followV8Log } from '../readers/v8-log/follow.ts';
import type { ReadV8LogOptions } from '../readers/v8-log/read.ts';

/** The V8 logs that are read while their programs still run, by the path they had when that began. */
export class FollowedLogs {
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
