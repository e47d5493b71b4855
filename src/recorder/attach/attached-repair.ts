import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { holdObject } from '../inspector/ask-program.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import { addonIn, type FrameRepairFacts, reasonOf } from '../../recording/index.ts';
import type { FrameRepairReason } from '../../recording/rendezvous.ts';

/** The frame repair of a program that runs. */
export interface AttachedRepair {
  /** Absolute path of the addon, for worker threads to load; absent where the program has not loaded it. */
  readonly addonFile?: string;
  /** See `ReadyNote`. */
  readonly holdsSamples: boolean;
  /** Call when the sampler runs. */
  install(): Promise<unknown>;
  /** What it did by now; undefined where the program does not say. Rejects when it is gone. */
  look(): Promise<FrameRepairFacts | undefined>;
}

function off(reason: FrameRepairReason, detail: string): AttachedRepair {
  const look = (): Promise<FrameRepairFacts> => Promise.resolve({ state: 'off', reason, detail });
  return { holdsSamples: false, install: look, look };
}

/**
 * Loads the addon into a program. `folder`: where it stands, beside the bundle that does it; undefined where the program is
 * left as it is. `records`: how the names of its threads' files of records begin. Never rejects: where it cannot be done the
 * facts say why.
 */
export async function repairRunning(
  connection: InspectorConnection,
  isLocal: boolean,
  folder: string | undefined,
  records: string,
): Promise<AttachedRepair> {
  if (folder === undefined) return off('attached', 'the program was running already');
  if (!isLocal) return off('refused', 'the program is not on this machine, or in a container');
  return load(connection, folder, records).catch((error: unknown) => off('refused', reasonOf(error)));
}

async function load(connection: InspectorConnection, folder: string, records: string): Promise<AttachedRepair> {
  const bundle = await readFile(path.join(folder, 'attached-repair.cjs'), 'utf8');
  const addonFile = addonIn(folder);
  const expression = `((require, module) => {
${bundle}
return module.exports.prepareAttachedRepair(${JSON.stringify(addonFile)}, ${JSON.stringify(records)});
})(process.getBuiltinModule ?? require, { exports: {} })`;
  const call = await holdObject(connection, expression, true);
  if (call === undefined) return off('refused', 'the program does not let it load');
  const holdsSamples = (await call('return this.holdsSamples;')) === true;
  return {
    ...(holdsSamples && { addonFile }),
    holdsSamples,
    install: () => call('this.install();'),
    look: async () => (await call('return this.facts();')) as FrameRepairFacts | undefined,
  };
}
