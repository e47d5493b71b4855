import { constants } from 'node:os';
import type { BaselineLayout, FrameRepairFacts, FrameRepairReason } from '../../recording/rendezvous.ts';

/** The addon, as node-api.c exports it: what Node itself has no call for. */
export interface Addon {
  /** Stands before V8's handler of signals. Gives a code of {@link failures}, or another where all is well. */
  install(): number;
  /** From then on frames are repaired. Gives a code of {@link obstacles}, or 0. Only for x64. */
  prepareRepair?(stubMarker: number): number;
  /** In the order of `enum counter` in base.h, which says what each is. */
  counters(): number[];
  /** What is written to standard error is lost until `restoreErrors` is called with the answer; -1 where that failed. */
  muteErrors(): number;
  restoreErrors(spare: number): void;
  /** From now on arrivals of a signal that has a listener are counted, until it has none. */
  countArrivals(signal: number): void;
  arrivalsOf(signal: number): number;
  /** Sets V8's flags. Gives 1, or 0 where it cannot. */
  setFlags(flags: string): number;
  /** What the socket sends that listens on this port of 127.0.0.1 goes out at once. Gives 1, or 0 where there is none. */
  sendAtOnce(port: number): number;
  /**
   * The sampler's signal waits while this thread's event loop does, which is sampled when it wakes up. Gives 1, or 0 where it
   * cannot.
   */
  holdSamples(): number;
  /**
   * Has baseline code of this thread noted, and what begins its garbage collections; `baseline.h` has the parameters. Gives 1, or
   * 0 where it cannot. Only for x64.
   */
  noteBaseline?(file: string, ...layout: BaselineLayout): number;
  /** Has each signal of this thread leave a record (`records.h`), once `install` was called. Where it cannot, there is no such file. */
  beginRecords(file: string): void;
}

/** Stands before V8's sampler, or tells why not. */
export interface FrameRepair {
  /** Call after each start of a sampler: V8 sets its own handler then, where it had none. */
  install(): void;
  /** Whether it ran, and what it did until now. */
  facts(): FrameRepairFacts;
}

/** The counters that are told, with their places among all. */
const counterNames = { samples: 0, mendedBuiltin: 1, mendedPrologue: 2 } as const;

/** What differs from V8 to V8. */
interface ProvenV8 {
  /**
   * The marker of a frame of type STUB: `StackFrame::TypeToMarker` in V8's src/execution/frames.h, whose numbers change as
   * types come and go.
   */
  readonly stubMarker: number;
  readonly baseline: BaselineLayout;
}

/**
 * The V8s on which every decision was checked by single-stepping (test/frame-repair), and every piece of baseline code of
 * real programs, by the first three parts of their version.
 */
const provenV8s: Readonly<Record<string, ProvenV8>> = {
  '11.3.244': { stubMarker: 34, baseline: [8, 16, 54] }, // Node 20
  '12.4.254': { stubMarker: 34, baseline: [24, 8, 64] }, // Node 22
  '13.6.233': { stubMarker: 36, baseline: [24, 8, 64] }, // Node 24
  '14.6.202': { stubMarker: 16, baseline: [24, 8, 64] }, // Node 26
};

/** Why frames are not repaired. */
type WhyOff = readonly [reason: FrameRepairReason, detail: string];

/** The codes by which `install` reports a failure: `enum installation` in handler.h. */
const failures: Readonly<Record<number, WhyOff>> = {
  3: ['not-sampling', 'V8 takes no samples'],
  4: ['foreign-handler', 'the program has a handler of its own for SIGPROF'],
  5: ['refused', 'the system does not let a signal handler be set'],
};

/** Why frames cannot be repaired: `enum preparation` in ranges.h. */
const obstacles: Readonly<Record<number, WhyOff>> = {
  1: ['unsupported-v8', 'this Node does not export what is needed of V8'],
  2: ['platform', 'it was not proven on musl'],
  3: ['not-sampling', 'there is no isolate on this thread'],
  4: ['unsupported-v8', 'the code of this V8 is not laid out as expected'],
  5: ['refused', 'there is no memory for its tables'],
};

/** Frame repair that is off. */
export function frameRepairOff(reason: FrameRepairReason, detail: string): FrameRepair {
  return { install: () => undefined, facts: () => ({ state: 'off', reason, detail }) };
}

/**
 * Prepares the repair where it is proven to be right, given what {@link openAddon} said. Where it is not, `install` goes for the
 * records of samples alone.
 */
export function prepareFrameRepair({ addon, refusal }: OpenedAddon): FrameRepair {
  if (addon) return repairWith(addon, obstacleOf(addon));
  return refusal === undefined
    ? frameRepairOff('platform', `${process.platform} on ${process.arch}`)
    : frameRepairOff('refused', refusal);
}

function obstacleOf(addon: Addon): WhyOff | undefined {
  const { platform, arch, versions } = process;
  if (!addon.prepareRepair) return ['platform', `${platform} on ${arch}`];
  const marker = provenV8(versions.v8)?.stubMarker;
  return marker === undefined ? ['unsupported-v8', `V8 ${versions.v8}`] : obstacles[addon.prepareRepair(marker)];
}

/** Where this V8 keeps what baseline code comes from, on the V8s on which that is proven. */
export function baselineLayout(): BaselineLayout | undefined {
  const { v8_enable_pointer_compression: isCompressed, v8_enable_sandbox: hasSandbox } = process.config
    .variables as Record<string, unknown>;
  return isCompressed || hasSandbox ? undefined : provenV8(process.versions.v8)?.baseline;
}

/** Only what Node itself has built: another embedder's V8 of the same version may have other builtins. */
function provenV8(version: string): ProvenV8 | undefined {
  const match = /^(\d+\.\d+\.\d+)\.\d+-node\.\d+$/.exec(version);
  return match ? provenV8s[match[1]] : undefined;
}

/** The addon, which several parts need, or why it does not load; neither where there is none for the platform. */
interface OpenedAddon {
  readonly addon?: Addon;
  readonly refusal?: string;
}

/** Loads the addon; never throws. Not by `require`, which would leave traces in its cache and in `module.children`. */
export function openAddon(binary: string): OpenedAddon {
  if (process.platform !== 'linux' || (process.arch !== 'x64' && process.arch !== 'arm64')) return {};
  try {
    const module = { exports: {} };
    process.dlopen(module, binary, constants.dlopen.RTLD_NOW);
    return { addon: module.exports as Addon };
  } catch (error) {
    // --permission, --no-addons, a folder mounted noexec, a filter of system calls: all of them throw.
    return { refusal: (error instanceof Error ? error.message : String(error)).replace(/\.$/, '') };
  }
}

/** Not a class: for old Nodes its private fields would be kept in a `WeakMap`, whose methods a program may have replaced. */
function repairWith(addon: Addon, obstacle: WhyOff | undefined): FrameRepair {
  // Those of an earlier recording of the same process go on.
  const before = addon.counters();
  let failure: WhyOff | undefined = ['not-sampling', 'it was not installed'];
  return {
    install: () => {
      failure = failures[addon.install()];
    },
    facts: () => {
      const whyOff = obstacle ?? failure;
      if (whyOff) return { state: 'off', reason: whyOff[0], detail: whyOff[1] };
      const counters = addon.counters().map((count, at) => count - before[at]);
      const mended = counters[counterNames.mendedBuiltin] + counters[counterNames.mendedPrologue];
      return { state: 'on', samples: counters[counterNames.samples], mended };
    },
  };
}
