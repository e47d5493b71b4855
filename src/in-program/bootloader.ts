/**
 * Runs inside the profiled program, before anything of it (`--require`). It opens the inspector, tells the recorder
 * where, waits until the recorder samples, and leaves as few traces as it can: the program must behave as without us.
 * Bundled alone; must run (and fail politely) on every Node that has an inspector.
 */
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { noteBaseline, prepareBaselineNotes } from './baseline.ts';
import { recordChildren } from './child-processes.ts';
import { endWithoutRecorder } from './end-without-recorder.ts';
import {
  type Addon,
  type FrameRepair,
  frameRepairOff,
  openAddon,
  prepareFrameRepair,
} from './frame-repair/frame-repair.ts';
import { bare, type HandOver, prepareHandOver, writeNote } from './hand-over.ts';
import { type HeldSignals, holdSignals } from './held-signals.ts';
import { hideFlags, hideVariables } from './hide.ts';
import { muteStderr } from './mute-stderr.ts';
import {
  apply,
  endingSignalOf,
  listenersTo,
  Number,
  ownPid,
  ownProcess,
  sendSignal,
  setImmediate,
  String,
} from './own-builtins.ts';
import { hideInspector, openInspector, type OwnInspector } from './own-inspector.ts';
import { replace } from './replace.ts';
import { adjustFlags } from './v8-flags.ts';
import { ANCHOR_SCRIPT } from '../recording/clock-anchor.ts';
import { NOTE_MAPPED_CODE } from '../recording/mapped-code.ts';
import { MARKS_FOLDER, MARKS_SCRIPT, marksOfProcess } from '../recording/mark-notes.ts';
import {
  addonIn,
  HANDLE_SYMBOL,
  isAlive,
  oldestNode,
  parseRendezvous,
  type ProgramEntry,
  type ProgramHandle,
  type ProgramSettings,
  type Pulse,
  type ReadyNote,
  RECORDER_SCRIPT,
  RENDEZVOUS_VARIABLE,
  type RendezvousPlace,
  SETTINGS_FILE,
} from '../recording/rendezvous.ts';

/** Node's own ways out, below `process.exit` and `process.kill`; not in the types, but there since Node 0.x. */
type NodeProcess = Omit<NodeJS.Process, 'emit'> & {
  emit: (this: unknown, ...args: unknown[]) => boolean;
  reallyExit: (this: unknown, code?: number) => never;
  _kill: (this: unknown, pid: number, signal: number) => number;
  /** The text of `--eval` or `--print`. */
  readonly _eval?: string;
  /** Node is about to end the program: an 'exit' before that is the program's own. */
  readonly _exiting?: boolean;
};
const program = ownProcess as unknown as NodeProcess;
const { isInteger } = Number;

function exitCodeOf(argument: unknown): number {
  const code = Number(argument ?? ownProcess.exitCode ?? 0);
  return isInteger(code) ? code : 1;
}

/**
 * Puts into the program what stays there until it ends, or is left. `hasLog`: the samples are in a V8 log, so that no signal has to
 * wait until they are taken.
 */
function watchEnd(
  place: RendezvousPlace,
  { inspector, replaced }: Met,
  frameRepair: FrameRepair,
  addon: Addon | undefined,
  hasLog: boolean,
): ProgramHandle {
  const handOver = prepareHandOver(place, inspector);
  const endBySignal = (signal: NodeJS.Signals): void => {
    signals?.disarm();
    handOver.now(128, signal);
  };
  const held = (signal: NodeJS.Signals): void => {
    endBySignal(signal);
    sendSignal(ownPid, signal);
  };
  // Samples are in the program, or texts that nobody else knows: pools of test runners end their processes by a signal.
  const isAsked = !hasLog || place.parent !== undefined;
  const signals = isAsked ? holdSignals(held, addon) : undefined;
  /** A signal that came while the program spun would have ended it then: it is not to exit as if none had come. */
  const endAtExit = (code: number): void => {
    const missed = signals?.missed();
    if (missed === undefined) handOver.now(code);
    else held(missed);
  };
  const { emit, reallyExit, _kill } = program;
  replaced.push(
    // The one place after the program's own 'exit' listeners, which belong to the profile, and the one through which
    // signals and errors pass without a listener of ours that the program could count.
    replace(process, 'emit', function (this: NodeJS.Process, ...args: unknown[]): boolean {
      if (this !== ownProcess) return apply(emit, this, args);
      if (signals?.take(args) === true) return true;
      if (args[0] === 'uncaughtExceptionMonitor') handOver.failure = nameOf(args[1]) ?? handOver.failure;
      const result = apply(emit, this, args);
      if (args[0] === 'removeListener') signals?.arm();
      if (args[0] === 'exit' && program._exiting === true) endAtExit(exitCodeOf(args[1]));
      return result;
    }),
    // process.exit() inside an 'exit' listener comes here without emitting again.
    replace(process, 'reallyExit', function (this: NodeJS.Process, code?: number) {
      endAtExit(exitCodeOf(code));
      return apply(reallyExit, ownProcess, [code]);
    }),
    // Node runs its exit hooks before a signal to itself, and there waits for the recorder. A program that kills itself must die
    // at once.
    replace(process, '_kill', function (this: NodeJS.Process, pid: number, number: number) {
      const signal = endingSignalOf(number);
      if (pid === ownPid && signal !== undefined && listenersTo(signal) === 0) endBySignal(signal);
      return apply(_kill, ownProcess, [pid, number]);
    }),
  );
  if (place.parent === undefined) signals?.arm();
  else if (signals) armWhenTurning(signals);
  const giveBack = (): void => {
    for (let at = 0; at < replaced.length; at++) replaced[at]();
  };
  return createHandle(place.recorder, handOver, signals, frameRepair, giveBack);
}

/**
 * The signal that a program sends to its child comes once. If the child holds it back and never gets to it, because it
 * spins, the child would not end: so it holds signals only once its event loop has turned.
 */
function armWhenTurning(signals: HeldSignals): void {
  signals.disarm();
  setImmediate(() => signals.rearm()).unref();
}

/** The name of an error; undefined for what is none, or does not let itself be read. */
function nameOf(error: unknown): string | undefined {
  try {
    return error instanceof Error ? String(error.name) : undefined;
  } catch {
    return undefined; // a getter of the program's own that throws
  }
}

/** What the recorder calls inside the program. */
function createHandle(
  recorder: number,
  handOver: HandOver,
  signals: HeldSignals | undefined,
  frameRepair: FrameRepair,
  giveBack: () => void,
): ProgramHandle {
  const watch = endWithoutRecorder(recorder);
  let hasTurned = true;
  return {
    frameRepair: () => frameRepair.facts(),
    release: () => handOver.release(),
    allowExit: () => {
      handOver.cancel();
      signals?.disarm();
    },
    detach: () => {
      handOver.cancel();
      signals?.disarm();
      // Not within the evaluation, which may interrupt Node's own code for timers.
      setImmediate(() => {
        watch.end();
        handOver.end();
        giveBack();
      });
    },
    pulse: () => {
      watch.hear();
      const ending = handOver.unwritten();
      if (ending) return { ending };
      const pulse: Pulse = { frameRepair: frameRepair.facts() };
      if (!signals) return pulse;
      // A program that spins never gets to our handling of a signal: then the signal itself has to end it.
      if (!hasTurned) return { missed: signals.disarm(), ...pulse };
      hasTurned = false;
      setImmediate(() => {
        hasTurned = true;
        if (handOver.isPending()) signals.rearm();
      }).unref();
      return pulse;
    },
  };
}

/** The function that a text is, in this thread. */
const recordersFunction = (text: string) =>
  vm.runInThisContext(text, { filename: RECORDER_SCRIPT }) as (...given: unknown[]) => unknown;

/** The script and its arguments; what is in no file has the name that Node gives it. */
function programArguments(): readonly string[] {
  const [, ...argv] = process.argv;
  if (program._eval !== undefined) return ['[eval]', ...argv];
  const [script = process.execArgv.includes('--test') ? 'node --test' : '-', ...args] = argv;
  return [script === '-' ? '[stdin]' : script, ...args];
}

/** Empty where it is gone. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

function describeProcess({ parent }: RendezvousPlace): ReadyNote {
  const { pid, version, versions, execPath } = process;
  return {
    pid,
    parent,
    argv: programArguments(),
    cwd: currentFolder(),
    hasLog: process.execArgv.includes('--prof'),
    version,
    v8: versions.v8,
    execPath,
    anchorUs: Number(recordersFunction(ANCHOR_SCRIPT)(require)),
  };
}

/** The recorder that samples. */
interface Met {
  readonly inspector: OwnInspector;
  /** The object that the recorder calls. It is looked up before the program begins, since that may replace `process`. */
  readonly entry: ProgramEntry;
  /** Each puts back one thing that was replaced in the program. */
  readonly replaced: (() => void)[];
}

/** Opens the inspector and waits until the recorder samples; throws where that cannot be. */
function meetRecorder(directory: string, facts: ReadyNote, isOnItsOwn: boolean, addon: Addon | undefined): Met {
  const unmute = muteStderr(addon);
  if (unmute === undefined && isOnItsOwn) throw new Error('standard error would show what the inspector says');
  try {
    const inspector = openInspector(addon);
    const entry = bare<ProgramEntry>({});
    const replaced = [replace(process, Symbol(HANDLE_SYMBOL), entry)];
    writeNote(directory, 'ready', { ...facts, url: inspector.url() });
    inspector.wait();
    return { inspector, entry, replaced };
  } finally {
    unmute?.();
  }
}

/** Tells the recorder why this program is not sampled. False where not even that can be done, as on a full disk. */
function excuse(directory: string, note: ReadyNote): boolean {
  try {
    writeNote(directory, 'ready', note);
    return true;
  } catch {
    return false;
  }
}

function main(): void {
  const value = process.env[RENDEZVOUS_VARIABLE];
  // A worker thread repeats our flags; so does a program that a worker or the runner of node:test starts.
  if (value === undefined) return hideFlags(__filename);
  delete require.cache[__filename];
  // Node takes the options of the environment for a program that somebody else has started.
  const seen = hideVariables(__filename);
  const isOnItsOwn = seen !== 'none';
  const rendezvous = parseRendezvous(value);
  const { directory } = rendezvous;
  let settings: ProgramSettings;
  try {
    // Written by the recorder, for this bundle.
    settings = JSON.parse(fs.readFileSync(path.join(directory, SETTINGS_FILE), 'utf8')) as ProgramSettings;
  } catch {
    return; // left over in an environment, by a recorder that is long gone
  }
  if (isOnItsOwn && !isAlive(rendezvous.recorder)) return;
  let facts = describeProcess(rendezvous);
  const { logFlags } = settings;
  const isLoggedByUs = logFlags.length > 0 && logFlags.every((flag, index) => process.execArgv[index] === flag);
  hideFlags(__filename);
  if (Number(process.version.slice(1).split('.')[0]) < oldestNode) {
    excuse(directory, { ...facts, error: 'it is too old' });
    if (!isOnItsOwn) program.reallyExit(1);
    return;
  }
  if (seen === 'reduced') {
    // The inspector's id would be published.
    excuse(directory, { ...facts, error: "it refuses the inspector's flags", refusesFlags: true, runsOn: true });
    return;
  }
  const addonFile = addonIn(__dirname);
  const opened = settings.frameRepair ? openAddon(addonFile) : {};
  const { addon } = opened;
  if (addon) facts = { ...facts, addonFile, holdsSamples: addon.holdSamples() === 1 };
  addon?.beginRecords(settings.records);
  if (isLoggedByUs) recordersFunction(NOTE_MAPPED_CODE)(require);
  const baseline = addon && isLoggedByUs ? prepareBaselineNotes(path.dirname(settings.records)) : undefined;
  if (addon && baseline && noteBaseline(addon, baseline)) facts = { ...facts, baseline };
  const frameRepair = settings.frameRepair
    ? prepareFrameRepair(opened)
    : frameRepairOff('setting', 'it was switched off');
  let met: Met | undefined;
  try {
    met = meetRecorder(directory, facts, isOnItsOwn, addon);
  } catch (error) {
    const runsOn = isOnItsOwn || hasNoInspector() ? true : undefined;
    // Only the log samples it, and has begun. Nobody can ask it later.
    if (isLoggedByUs) frameRepair.install();
    const isTold = excuse(directory, { ...facts, frameRepair: frameRepair.facts(), error: String(error), runsOn });
    if (!runsOn) return program.reallyExit(1);
    if (!isTold) return;
  }
  adjustFlags(addon, isLoggedByUs, facts.baseline !== undefined);
  const replaced = met?.replaced ?? [];
  if (met?.inspector.isShared === false) replaced.push(...hideInspector());
  // The inspector's sampler has started by now; for a V8 log, V8's own sampler started with the process.
  frameRepair.install();
  recordersFunction(MARKS_SCRIPT)(path.join(directory, MARKS_FOLDER, marksOfProcess(process.pid)), require);
  const place = { ...rendezvous, parent: { pid: process.pid, workerId: 0 } };
  replaced.push(...recordChildren(place, settings, __filename));
  if (met) met.entry.handle = watchEnd(rendezvous, met, frameRepair, addon, isLoggedByUs);
}

/** Node gives these a process without an inspector: they only start others. */
function hasNoInspector(): boolean {
  return process.execArgv.some((flag) => /^--(test|watch)$/.test(flag));
}

main();
