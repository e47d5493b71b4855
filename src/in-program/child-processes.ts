import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { binding } from './node-bindings.ts';
import { replace } from './replace.ts';
import { flagsOfNode, hindersAll, HINDERS_LOG, keepNodeOptions, type OwnOptions } from '../recording/node-options.ts';
import { findExecutable, refusesInspectorFlags } from '../recording/old-executables.ts';
import {
  bootloaderFlags,
  bootloaderNodeOptions,
  formatRendezvous,
  type ProgramSettings,
  RENDEZVOUS_VARIABLE,
  type RendezvousPlace,
  SPAWN_STAND_IN,
} from '../recording/rendezvous.ts';

/** What Node's own JavaScript asks the system to start; both kinds have more than this. */
interface SpawnOptions {
  readonly file: string;
  readonly args?: readonly string[];
  readonly envPairs?: readonly string[];
  readonly cwd?: string | null;
  /** The user as whom it runs, where that is another. */
  readonly uid?: unknown;
}
const { execPath, geteuid: ownUser = (): undefined => undefined } = process;
const { accessSync, constants, realpathSync } = fs;

type Spawn = (this: unknown, ...request: unknown[]) => unknown;
interface SpawnSync {
  spawn: Spawn;
}
interface ProcessWrap {
  readonly Process: { readonly prototype: SpawnSync };
}

/**
 * What stands before the binding is on the stack for as long as `spawnSync` waits. As a function of the recorder's it would
 * take that time out of the program's; so it has a name like Node's own code, which is what calls it.
 */
const PASS_ON = `(function (spawn, prepared) {
  const { apply } = Reflect;
  return function (...request) {
    return apply(spawn, this, prepared(request));
  };
})`;

/**
 * From now on every process that this thread starts has what a Node needs to be recorded in its environment. The program's
 * own environment stays as it is. The place is below `child_process`, whose functions and objects show nothing of it. Gives
 * what puts that back.
 */
export function recordChildren(
  place: RendezvousPlace,
  settings: ProgramSettings,
  bootloader: string,
): readonly (() => void)[] {
  const refusals = new Map([[execPath, false]]);
  const prepare = (options: SpawnOptions): SpawnOptions => {
    const ours = ownOptions(options, bootloader, refusals);
    return {
      ...options,
      args: argumentsFor(options, settings, ours, bootloader),
      envPairs: environmentFor(options, place, ours),
    };
  };
  const passOn = vm.runInThisContext(PASS_ON, { filename: SPAWN_STAND_IN }) as (
    spawn: Spawn,
    prepared: (request: unknown[]) => unknown[],
  ) => Spawn;
  const prepared = (request: unknown[]): unknown[] => {
    try {
      return prepareRequest(request, (options) => (canReach(place, options) ? prepare(options) : options));
    } catch {
      return request; // the program has changed the language: what it starts is not recorded
    }
  };
  try {
    const targets = [(binding('process_wrap') as ProcessWrap).Process.prototype, binding('spawn_sync') as SpawnSync];
    return targets.map((target) => replace(target, 'spawn', passOn(target.spawn, prepared)));
  } catch {
    return []; // Node's permission model keeps its inner parts locked: what the program starts is told as not recorded.
  }
}

/** Up to Node 22 all that is asked for stands in one object; later Nodes pass file, arguments, folder, environment and more. */
function prepareRequest(request: readonly unknown[], prepare: (options: SpawnOptions) => SpawnOptions): unknown[] {
  const [first, args, cwd, envPairs, ...rest] = request;
  const [, , uid] = rest; // behind the streams and flags
  // The types of what Node's own JavaScript passes here; the tests see every Node that is supported.
  if (typeof first !== 'string') return [prepare(first as SpawnOptions), ...request.slice(1)];
  const asked = { file: first, args, cwd, envPairs, uid } as SpawnOptions;
  const prepared = prepare(asked);
  return [first, prepared.args, cwd, prepared.envPairs, ...rest];
}

/** V8 takes the flags for its log from the command line only, so that only a Node that is started directly has them. */
function argumentsFor(
  options: SpawnOptions,
  settings: ProgramSettings,
  ours: OwnOptions,
  bootloader: string,
): string[] {
  const { file, args = [], envPairs = [] } = options;
  if (args[1] === 'inspect') return [...args];
  if (!isThisNode(file, envPairs)) return keepNodeOptions(file, args, ours);
  // V8 writes a log that it cannot open to standard output. The program may have removed the folder.
  const mayLog =
    !flagsOfNode(args.slice(1)).some((flag) => HINDERS_LOG.test(flag)) &&
    !profilesByEnvironment(envPairs) &&
    isWritable(path.dirname(settings.records));
  const logFlags = mayLog ? settings.logFlags : [];
  return [...args.slice(0, 1), ...logFlags, ...args.slice(1).map(keepIdPrivate(bootloader))];
}

const profilesByEnvironment = (envPairs: readonly string[]): boolean =>
  envPairs.some((pair) => /^NODE_OPTIONS=(.*\s)?--cpu-prof(\s|$)/.test(pair));

/** What is ours belongs to one user: a process of another may not even read the bootloader, and would fail. */
function canReach({ directory }: RendezvousPlace, { uid, args = [] }: SpawnOptions): boolean {
  return (
    !hindersAll(flagsOfNode(args.slice(1))) &&
    !(typeof uid === 'number' && uid >= 0 && uid !== ownUser()) &&
    isWritable(directory)
  );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The runner of `node:test` repeats every option of Node, this one with its default. */
function keepIdPrivate(bootloader: string): (flag: string) => string {
  const [publish] = bootloaderFlags(bootloader);
  return (flag) => (flag === `${publish},http` ? publish : flag);
}

/** Another version of Node may have another V8; what stands in front of Node, as version managers do, is another program. */
function isThisNode(file: string, envPairs: readonly string[]): boolean {
  if (file === execPath) return true;
  if (!path.isAbsolute(file) && !/^node(\.exe)?$/.test(file)) return false;
  const found = findExecutable(file, { folders: pathIn(envPairs), cwd: '/' });
  return found !== undefined && realPath(found) === realPath(execPath);
}

const pathIn = (envPairs: readonly string[]): string =>
  envPairs.find((pair) => /^PATH=/i.test(pair))?.slice('PATH='.length) ?? '';

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** `refusals`: what is known already, by file. */
function ownOptions(options: SpawnOptions, bootloader: string, refusals: Map<string, boolean>): OwnOptions {
  const { envPairs = [], cwd } = options;
  const usual = bootloaderNodeOptions(bootloader);
  const given = givenOptions(envPairs).split(usual).join('');
  const place = { folders: pathIn(envPairs), cwd: cwd ?? '' };
  const refuses = (command: string, args: readonly string[] = []): boolean =>
    refusesInspectorFlags(command, args, place, refusals);
  return { usual, reduced: bootloaderNodeOptions(bootloader, true) + given, refuses };
}

const isNodeOptions = (pair: string): boolean => pair.startsWith('NODE_OPTIONS=');
const givenOptions = (envPairs: readonly string[]): string =>
  envPairs.find(isNodeOptions)?.slice('NODE_OPTIONS='.length) ?? '';

function environmentFor(options: SpawnOptions, place: RendezvousPlace, ours: OwnOptions): string[] {
  const { file, args = [], envPairs = [] } = options;
  const given = givenOptions(envPairs);
  const { usual, reduced } = ours;
  return [
    ...envPairs.filter((pair) => !isNodeOptions(pair) && !pair.startsWith(`${RENDEZVOUS_VARIABLE}=`)),
    `NODE_OPTIONS=${ours.refuses(file, args.slice(1)) ? reduced : given.includes(usual) ? given : usual + given}`,
    `${RENDEZVOUS_VARIABLE}=${formatRendezvous(place)}`,
  ];
}
