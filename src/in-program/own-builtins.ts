/**
 * What the bootloader needs of the language and of Node after the program's first line, as it was before: programs replace
 * these, for themselves and not for us (fake timers, mocked file systems, poisoned prototypes). What runs after that line
 * uses nothing else: no methods of arrays, no `for…of` and no spread, which all ask prototypes.
 */
/* eslint-disable @typescript-eslint/unbound-method -- they are called on what they belong to, or need nothing */
import fs from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { endingSignals } from '../recording/rendezvous.ts';

export const { apply } = Reflect;
export const { setPrototypeOf } = Object;
export const { setImmediate, setInterval, clearInterval, String, Number } = globalThis;
export const { stringify } = JSON;
export const { join } = path;
export const { writeFileSync, renameSync } = fs;
/** Node's own, and not what a program may have put in its place. */
export const ownProcess = process;
export const { pid: ownPid } = process;
const { listenerCount, kill } = process;
// Not in the types, but there since Node 0.x; what `process.kill` calls.
const { _kill } = process as unknown as { _kill: (pid: number, signal: number) => number };
const { EPERM } = constants.errno;

/** The system's numbers of the signals that end a program, by their names, with no other keys and no prototype. */
const endingNumbers = Object.create(null) as Record<string, number | undefined>;
for (const name of endingSignals) endingNumbers[name] = constants.signals[name];

/** The signal that ends a program and has this number of the system's; undefined for any other number. */
export function endingSignalOf(number: number): NodeJS.Signals | undefined {
  for (const name in endingNumbers) if (endingNumbers[name] === number) return name as NodeJS.Signals;
  return undefined;
}

/** The system's number of a signal that ends a program; undefined for anything else. */
export function endingSignalNumber(name: unknown): number | undefined {
  return typeof name === 'string' ? endingNumbers[name] : undefined;
}

/** How many listeners the program has for a signal. */
export const listenersTo = (signal: NodeJS.Signals): number => apply(listenerCount, ownProcess, [signal]);

/** Sends a signal, as `process.kill` does; throws where the system does not let it. */
export const sendSignal = (pid: number, signal: NodeJS.Signals): void => void apply(kill, ownProcess, [pid, signal]);

/** As `isAlive` of the recording's room, whatever the program has made of `process.kill`. */
export function isProcess(pid: number): boolean {
  const error = apply(_kill, ownProcess, [pid, 0]);
  // Not ours to signal, but there: the program may have given up its rights.
  return error === 0 || error === -EPERM;
}
