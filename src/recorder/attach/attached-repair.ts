import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { holdObject } from '../ask-program.ts';
import type { InspectorConnection } from '../inspector-connection.ts';
import type { FrameRepairFacts } from '../../recording/index.ts';

/** The frame repair of a program that runs. */
export interface AttachedRepair {
  /** What is known of it. */
  readonly facts: FrameRepairFacts;
  /** Absolute path of the addon, for worker threads to load; undefined where the program has not loaded it. */
  readonly addonFile: string | undefined;
  /** See `ReadyNote`. */
  readonly holdsSamples: boolean;
  /** Call when the sampler runs. */
  install(): Promise<void>;
  /** Asks again what it did. Rejects when the program is gone. */
  look(): Promise<void>;
}

const LEFT_ALONE: FrameRepairFacts = { state: 'off', reason: 'attached', detail: 'the program was running already' };

/** Where the program is left as it is. */
export const noRepair: AttachedRepair = {
  facts: LEFT_ALONE,
  addonFile: undefined,
  holdsSamples: false,
  install: () => Promise.resolve(),
  look: () => Promise.resolve(),
};

/** Loads the addon into a program on this machine. `folder`: where it stands, beside the bundle that does it. */
export async function loadRepair(connection: InspectorConnection, folder: string): Promise<AttachedRepair> {
  const bundle = await readFile(path.join(folder, 'attached-repair.cjs'), 'utf8');
  const addonFile = path.join(folder, 'frame-repair-linux-x64.node');
  const expression = `((require, module) => {
${bundle}
return module.exports.prepareAttachedRepair(${JSON.stringify(addonFile)});
})(process.getBuiltinModule ?? require, { exports: {} })`;
  const call = await holdObject(connection, expression, true);
  if (call === undefined) return noRepair;
  const holdsSamples = (await call('return this.holdsSamples;')) === true;
  const known = { facts: LEFT_ALONE };
  const look = async (): Promise<void> => {
    known.facts = ((await call('return this.facts();')) as FrameRepairFacts | undefined) ?? known.facts;
  };
  return {
    get facts() {
      return known.facts;
    },
    addonFile: holdsSamples ? addonFile : undefined,
    holdsSamples,
    install: async () => {
      await call('this.install();');
      await look();
    },
    look,
  };
}
