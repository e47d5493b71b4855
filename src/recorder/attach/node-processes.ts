import { execFile } from 'node:child_process';
import { constants } from 'node:os';
import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { listProcesses, readStat } from '../program/process-tree.ts';
import { flagsOfNode } from '../../recording/node-options.ts';

/** A running process whose executable is Node. */
export interface NodeProcess {
  readonly pid: number;
  /** The words of its command line, `node` first. */
  readonly command: readonly string[];
}

/** What the system says of a process, as far as it lets us read it. */
export interface ProcessFacts {
  /** Absolute path of its executable; undefined where it is not ours to know. */
  readonly executable?: string;
  readonly command: readonly string[];
  /** Whether it handles SIGUSR1, by which Node opens its inspector; others die of that signal. */
  readonly handlesSigusr1: boolean;
  /** Whether it sees the same network as we do: not so in a container. */
  readonly sharesNetwork: boolean;
  /** When it started, in clock ticks since the machine did: for sorting. 0 where unknown. */
  readonly startedTicks: number;
}

/** Whether the system tells about processes as Linux does. */
export const hasProcessFiles = (): boolean => process.platform === 'linux';

/** What the system tells about a process; undefined where there is none, or on Windows. */
export async function readProcess(pid: number): Promise<ProcessFacts | undefined> {
  if (!hasProcessFiles()) return (await askPs(['-p', String(pid)])).get(pid);
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
  const link = (name: string): Promise<string | undefined> => readlink(`/proc/${pid}/${name}`).catch(() => undefined);
  const [status, executable, network] = await Promise.all([read('status'), link('exe'), link('ns/net')]);
  if (status === '') return undefined;
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const caught = BigInt(`0x${/^SigCgt:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
  const ours = await readlink('/proc/self/ns/net').catch(() => undefined);
  return {
    // An executable that was replaced since the start (an update of Node) is marked so by the system.
    executable: executable?.replace(/ \(deleted\)$/, ''),
    // A program that gave itself a title has that alone, and zeros up to where its arguments ended.
    command: words === '' ? [] : words.replace(/\0+$/, '').split('\0'),
    handlesSigusr1: (caught & (1n << BigInt((constants.signals.SIGUSR1 ?? 10) - 1))) !== 0n,
    sharesNetwork: network === undefined || network === ours,
    startedTicks: Number(readStat(pid)?.startTime ?? 0),
  };
}

/**
 * Whether a Node tells nobody who asks its port where its inspector is (`--inspect-publish-uid` without `http`), by its command line
 * and the environment that it was started with: what Heatline records does so for as long as it lives.
 */
export function keepsAddress(command: readonly string[], environment: readonly string[]): boolean {
  const given = environment.find((pair) => pair.startsWith('NODE_OPTIONS=')) ?? '';
  // Those of the command line come last, and count.
  const flags = `${given} ${flagsOfNode(command.slice(1)).join(' ')}`;
  const told = [...flags.matchAll(/(?<=[\s=])--inspect-publish-uid[= ](\S+)/g)].at(-1)?.[1];
  return told !== undefined && !told.split(',').includes('http');
}

/** Whether an executable is Node, by its name: `node`, `nodejs`, `node20`, `node-v22`. */
export function isNodeExecutable(executable: string): boolean {
  return /^node(js)?([-.\d].*)?$/.test(path.basename(executable).replace(/\.exe$/i, ''));
}

/** The Node processes of this user but for our own, the newest first; none on Windows, which does not tell. */
export async function listNodeProcesses(): Promise<NodeProcess[]> {
  const all = hasProcessFiles() ? await readProcesses() : await askPs(['-x']);
  return [...all]
    .filter(([pid, { executable }]) => pid !== process.pid && executable !== undefined && isNodeExecutable(executable))
    .sort(([a, { startedTicks: aStarted }], [b, { startedTicks: bStarted }]) => bStarted - aStarted || b - a)
    .map(([pid, { command }]) => ({ pid, command }));
}

async function readProcesses(): Promise<ReadonlyMap<number, ProcessFacts>> {
  const found = await Promise.all(listProcesses().map(async (pid) => [pid, await readProcess(pid)] as const));
  return new Map(found.filter((each): each is [number, ProcessFacts] => each[1] !== undefined));
}

/** What `ps` tells of processes, on systems that have no /proc. It separates words by spaces only. */
async function askPs(which: readonly string[]): Promise<ReadonlyMap<number, ProcessFacts>> {
  if (process.platform === 'win32') return new Map();
  const columns = async (name: string): Promise<Map<number, string>> => {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', `pid=,${name}=`, ...which]);
    const rows = [...stdout.matchAll(/^\s*(\d+)\s+(.*)$/gm)];
    return new Map(rows.map(([, pid, text]) => [Number(pid), text.trim()]));
  };
  const [executables = [], commands] = await Promise.all([columns('comm'), columns('args')]).catch(() => []);
  const known = [...executables].map(([pid, executable]): [number, ProcessFacts] => {
    const command = commands?.get(pid)?.split(/\s+/) ?? [];
    return [pid, { executable, command, handlesSigusr1: true, sharesNetwork: true, startedTicks: 0 }];
  });
  return new Map(known);
}

/** The TCP ports on which a process listens for this machine; none where the system does not say. */
export async function listeningPorts(pid: number): Promise<number[]> {
  const sockets = await ownSockets(pid);
  if (sockets.size === 0) return [];
  const listening = (await tcpSockets(pid)).filter(({ state, inode }) => state === LISTENING && sockets.has(inode));
  return [...new Set(listening.map(({ port }) => port))];
}

/** The TCP sockets of all who share a process's network, as its `/proc/<pid>/net/tcp` tells them. `port`: their own. */
async function tcpSockets(pid: number) {
  const read = (name: string) => readFile(`/proc/${pid}/net/${name}`, 'latin1').catch(() => '');
  const tables = await Promise.all(['tcp', 'tcp6'].map(read));
  const rows = tables.flatMap((table) => table.split('\n'));
  return rows.map((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/);
    return { port: Number.parseInt(local.split(':')[1], 16), state, inode };
  });
}

/** States of sockets in `/proc/net/tcp`. */
const [LISTENING, ESTABLISHED] = ['0A', '01'];

/**
 * Is somebody besides us connected to this inspector, such as a debugger? `url`: of its WebSocket. False where the system
 * does not tell: anywhere but on Linux, and for an inspector on another machine.
 */
export async function hasOtherClients(url: string): Promise<boolean> {
  const inspector = Number(new URL(url).port);
  const sockets = await tcpSockets(process.pid);
  return sockets.filter(({ port, state }) => port === inspector && state === ESTABLISHED).length > 1;
}

async function ownSockets(pid: number): Promise<ReadonlySet<string>> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const links = await Promise.all(names.map((name) => readlink(path.join(folder, name)).catch(() => '')));
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** The script that a Node command line runs, else its first word: what a person calls the process. */
export function scriptOf(command: readonly string[]): string {
  const args = command.slice(1);
  return args.at(flagsOfNode(args).length) ?? command.at(0) ?? '';
}
