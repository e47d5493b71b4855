/**
 * Runs inside the profiled program, before anything of it (`--require`). It opens the inspector, tells the recorder
 * where, waits until the recorder samples, and leaves as few traces as it can: the program must behave as without us.
 * Bundled alone; must run (and fail politely) on every Node that has an inspector.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import type Tty from 'node:tty';
import vm from 'node:vm';
import { endWithoutRecorder } from './end-without-recorder.ts';
import { type FrameRepair, frameRepairOff, loadFrameRepair } from './frame-repair/frame-repair.ts';
import { HandOver, writeNote } from './hand-over.ts';
import { type HeldSignals, holdSignals } from './held-signals.ts';
import { hideInspector, openInspector, type OwnInspector } from './own-inspector.ts';
import { sendSurvivedSignal } from './own-signals.ts';
import {
  CLOCK_SCRIPT,
  endingSignals,
  FRAME_REPAIR_VARIABLE,
  HANDLE_SYMBOL,
  oldestNode,
  parseRendezvous,
  type ProgramError,
  type ProgramHandle,
  type ReadyNote,
  RENDEZVOUS_VARIABLE,
  type RendezvousPlace,
} from '../recording/rendezvous.ts';

/** Node's own ways out, below `process.exit` and `process.kill`; not in the types, but there since Node 0.x. */
type NodeProcess = Omit<NodeJS.Process, 'emit'> & {
  emit: (this: unknown, ...args: unknown[]) => boolean;
  reallyExit: (this: unknown, code?: number) => never;
  _kill: (this: unknown, pid: number, signal: number) => number;
};
const program = process as unknown as NodeProcess;

/** Removes our flags, which come first and end with this file: children and workers must not inherit them. */
function hideFlags(): void {
  const own = process.execArgv.indexOf(__filename);
  if (own >= 0) process.execArgv.splice(0, own + 1);
}

/**
 * The inspector announces itself on file descriptor 2. On a terminal the descriptor points at nothing meanwhile, so
 * that the stream can stay a terminal and nobody sees the lines. (A pipe is filtered by the recorder.)
 */
function muteTerminal(): () => void {
  if (process.platform === 'win32' || !isTerminal(2)) return () => undefined;
  let spare: number;
  let device: string;
  try {
    device = process.platform === 'linux' ? fs.readlinkSync('/proc/self/fd/2') : '/dev/tty';
    spare = fs.openSync(device, fs.constants.O_RDWR | fs.constants.O_NOCTTY);
  } catch {
    return () => undefined;
  }
  reopen(2, '/dev/null');
  return () => {
    reopen(2, device);
    fs.closeSync(spare);
  };
}

/** Most programs have pipes: loading what tells terminals from other devices would cost them milliseconds. */
function isTerminal(descriptor: number): boolean {
  try {
    if (!fs.fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    return false; // closed
  }
  return (createRequire(__filename)('node:tty') as typeof Tty).isatty(descriptor);
}

/** A new file gets the lowest free descriptor, which is the one just closed: nothing else runs in between. */
function reopen(descriptor: number, file: string): void {
  fs.closeSync(descriptor);
  fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_NOCTTY);
}

function exitCodeOf(argument: unknown): number {
  const code = Number(argument ?? process.exitCode ?? 0);
  return Number.isInteger(code) ? code : 1;
}

/** Puts into the program what stays there until it ends. */
function watchEnd(place: RendezvousPlace, inspector: OwnInspector, frameRepair: FrameRepair): void {
  const handOver = new HandOver(place, inspector);
  const endBySignal = (signal: NodeJS.Signals): void => {
    signals.disarm();
    handOver.now(128, signal);
  };
  const signals = holdSignals((signal) => {
    endBySignal(signal);
    process.kill(process.pid, signal);
  });
  const { emit, reallyExit, _kill } = program;
  // The one place after the program's own 'exit' listeners, which belong to the profile, and the one through which
  // signals and errors pass without a listener of ours that the program could count.
  define(process, 'emit', function (this: NodeJS.Process, ...args: unknown[]): boolean {
    if (this !== process) return Reflect.apply(emit, this, args);
    if (signals.take(args)) return true;
    if (args[0] === 'uncaughtExceptionMonitor' && args[1] instanceof Error) handOver.failure = describeError(args[1]);
    const result = Reflect.apply(emit, this, args);
    if (args[0] === 'removeListener') signals.arm();
    if (args[0] === 'exit') handOver.now(exitCodeOf(args[1]));
    return result;
  });
  // process.exit() inside an 'exit' listener comes here without emitting again.
  define(process, 'reallyExit', function (this: NodeJS.Process, code?: number) {
    handOver.now(exitCodeOf(code));
    return Reflect.apply(reallyExit, process, [code]);
  });
  // A program that kills itself must die at once. If we held the signal, it would run on, or exit with code 0 first.
  define(process, '_kill', function (this: NodeJS.Process, pid: number, number: number) {
    const signal = endingSignals.find((name) => constants.signals[name] === number);
    if (pid === process.pid && signal !== undefined && process.listenerCount(signal) === 0) endBySignal(signal);
    const send = (to: number, what: number): number => Reflect.apply(_kill, process, [to, what]);
    return sendSurvivedSignal(send, pid, number) ?? send(pid, number);
  });
  signals.arm();
  define(process, Symbol(HANDLE_SYMBOL), createHandle(place, handOver, signals, frameRepair));
}

/** What the recorder calls inside the program. */
function createHandle(
  { recorder }: RendezvousPlace,
  handOver: HandOver,
  signals: HeldSignals,
  frameRepair: FrameRepair,
): ProgramHandle {
  const hearRecorder = endWithoutRecorder(recorder);
  let hasTurned = true;
  return {
    frameRepair: () => frameRepair.facts(),
    release: () => handOver.release(),
    letGo: () => {
      handOver.cancel();
      signals.disarm();
    },
    pulse: () => {
      hearRecorder();
      // A program that spins never gets to our handling of a signal: then the signal itself has to end it.
      if (!hasTurned) {
        signals.disarm();
        return;
      }
      hasTurned = false;
      setImmediate(() => {
        hasTurned = true;
        if (handOver.isPending) signals.rearm();
      }).unref();
    },
  };
}

function describeError(error: Error): ProgramError {
  const { name, message } = error;
  if (name !== 'SyntaxError') return { name, message };
  const lines = String(error.stack).split('\n');
  // A file that does not compile stands above the message; JSON.parse and the like have frames of their own instead.
  if (path.isAbsolute(lines[0]) && /:\d+$/.test(lines[0])) return { name, message, compile: lines[0] };
  const frames = lines.filter((line) => /^\s+at /.test(line));
  return { name, message, compile: frames.every((line) => line.includes('node:internal/')) ? '' : undefined };
}

function define(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: false });
}

/**
 * A V8 log's times count from V8's start. This script stands in the log with such a time; what is returned is the same
 * moment on the clock of the CPU readings, in microseconds.
 */
function anchorClock(): number {
  const now = Number(process.hrtime.bigint() / 1000n);
  new vm.Script('0', { filename: CLOCK_SCRIPT }).runInThisContext();
  return now;
}

/** The addon stands beside this bundle. */
function prepareFrameRepair(): FrameRepair {
  const isOff = process.env[FRAME_REPAIR_VARIABLE] === 'off';
  delete process.env[FRAME_REPAIR_VARIABLE];
  if (isOff) return frameRepairOff('setting', 'it was switched off');
  return loadFrameRepair(path.join(__dirname, 'frame-repair-linux-x64.node'));
}

function main(): void {
  hideFlags();
  const value = process.env[RENDEZVOUS_VARIABLE];
  if (value === undefined) return; // a worker thread, which repeats our flags
  const frameRepair = prepareFrameRepair();
  delete process.env[RENDEZVOUS_VARIABLE];
  delete require.cache[__filename];
  const rendezvous = parseRendezvous(value);
  const { directory } = rendezvous;
  const { pid, version, versions, execPath } = process;
  const facts: ReadyNote = { pid, version, v8: versions.v8, execPath, anchorUs: anchorClock() };
  if (Number(process.version.slice(1).split('.')[0]) < oldestNode) {
    writeNote(directory, 'ready', facts);
    program.reallyExit(1);
  }
  const unmute = muteTerminal();
  let inspector: OwnInspector;
  try {
    inspector = openInspector();
    writeNote(directory, 'ready', { ...facts, url: inspector.url() });
    inspector.wait();
  } catch (error) {
    unmute();
    writeNote(directory, 'ready', { ...facts, error: String(error) });
    return program.reallyExit(1);
  }
  unmute();
  hideInspector();
  // The inspector's sampler has started by now; for a V8 log, V8's own sampler started with the process.
  frameRepair.install();
  watchEnd(rendezvous, inspector, frameRepair);
}

main();
