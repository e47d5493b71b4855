import type { Protocol } from 'devtools-protocol';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import type { Milliseconds } from '../../core/index.ts';
import { holdObject } from '../inspector/ask-program.ts';

/** How often samples are taken out of a program that runs: so much is lost at most when it dies. */
export const ROTATE_EVERY: Milliseconds = 1500;
/** A program whose samples take long to hand over is asked less often: that takes at most this part of its time. */
const LARGEST_PART = 0.02;
/** Yet so often, whatever it takes. */
const LEAST_OFTEN: Milliseconds = 2000;

/**
 * V8 needs 0.1 to 0.3 s to start its sampler in a large program, and that is not sampled. While another profile runs, it
 * takes less than a millisecond.
 */
export interface Bridge {
  /** Starts another profile. */
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  /** Whether nothing may be sent before it is there. */
  readonly mustBeAwaited?: boolean;
  /** Whether it works, as far as is known when it was used. */
  works(): boolean;
}

/** Undefined where there is none yet: a worker that only begins has no console. */
export type OpenBridge = (connection: InspectorConnection) => Promise<Bridge | undefined>;

/** `console.profile` starts one. The functions are the inspector's own, whatever the program has made of its console. */
const BRIDGE = `(({ profile, profileEnd }) => ({
  begin() { profile('heatline'); },
  end() { profileEnd('heatline'); },
}))({ profile, profileEnd })`;

const openConsoleBridge: OpenBridge = async (connection) => {
  const call = await holdObject(connection, BRIDGE, true);
  if (!call) return undefined;
  let isBridged = false;
  connection.on('Profiler.consoleProfileStarted', ({ title }) => (isBridged ||= title === 'heatline'));
  return { begin: () => call('this.begin();'), end: () => call('this.end();'), works: () => isBridged };
};

/** Takes the samples out of a thread again and again while the inspector's sampler goes on. */
export class Rotation {
  #bridge: Bridge | undefined;
  #isOver = true;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<unknown> = Promise.resolve();

  /** `onPart`: takes each part. `mustWait`: asked each time; the samples then stay where they are. */
  constructor(
    private readonly connection: InspectorConnection,
    private readonly onPart: (profile: Protocol.Profiler.Profile) => void,
    private readonly mustWait?: () => Promise<boolean>,
    private readonly openBridge: OpenBridge = openConsoleBridge,
  ) {}

  /** The thread may wait, or run; where it cannot be done its samples stay in it until the end. Never rejects. */
  async start(): Promise<void> {
    const connection = this.connection;
    try {
      // A debugger saves profiles of a console.
      if (connection.isShared) return;
      this.#bridge = await this.openBridge(connection);
      this.#isOver = false;
      void connection.closed.then(() => clearTimeout(this.#timer));
      this.#plan(ROTATE_EVERY);
    } catch {
      // The program is gone.
    }
  }

  /** No samples are taken any more; resolves when the last ones have come that were asked for. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isOver = true;
    await this.#work;
  }

  /**
   * Takes the samples now. `aside`: asks the program for what takes its time, which would be sampled as of the function that
   * it is in, and so is the recorder's; never rejects. Undefined where samples cannot be taken, or not any more: then it is not asked.
   * Rejects when the program is gone.
   */
  rotate<T>(aside?: () => Promise<T>): Promise<T | undefined> {
    const turn = this.#work.then(() => this.#rotate(aside));
    this.#work = turn.catch(() => undefined);
    return turn;
  }

  #plan(after: Milliseconds): void {
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      const began = performance.now();
      this.rotate().then(
        () => this.#plan(Math.min(LEAST_OFTEN, Math.max(ROTATE_EVERY, (performance.now() - began) / LARGEST_PART))),
        () => undefined, // the program is gone
      );
    }, after).unref();
  }

  /** What is known beforehand is sent at once: the program answers one after the other, without running in between. */
  async #rotate<T>(aside?: () => Promise<T>): Promise<T | undefined> {
    const { connection } = this;
    if (this.#isOver || (await this.mustWait?.())) return undefined;
    const bridge = (this.#bridge ??= await this.openBridge(connection));
    if (bridge === undefined) return undefined;
    const begun = bridge.begin();
    if (bridge.mustBeAwaited) await begun;
    // Handed on at once: a program may die before it has answered the rest.
    const taken = connection.send('Profiler.stop').then(({ profile }) => this.onPart(profile));
    const asked = [begun, taken, Promise.resolve(aside?.())] as const;
    if (aside) await Promise.allSettled(asked);
    const [, , answer] = await Promise.all([...asked, connection.send('Profiler.start'), bridge.end()]);
    if (!bridge.works()) this.#isOver = true;
    return answer;
  }
}
