import { setTimeout as sleep } from 'node:timers/promises';
import { type AttachTarget, isPort, LOOPBACK } from './attach-target.ts';
import { choosePage, listPages } from './choose-page.ts';
import { askPort, type BrowserTarget, type PortAnswer } from './inspector-http.ts';
import {
  hasProcessFiles,
  isNodeExecutable,
  keepsAddress,
  listeningPorts,
  type ProcessFacts,
  readProcess,
  scriptOf,
} from './node-processes.ts';
import { readEnvironment } from '../program/process-tree.ts';
import { isAlive, RecordingError } from '../../recording/index.ts';
import { flagsOfNode } from '../../recording/node-options.ts';

/** The inspector of a running program. */
export interface FoundInspector {
  /** Of its websocket. */
  readonly url: string;
  /** Whether it was closed before, and is to be closed again. */
  readonly isOpenedByUs: boolean;
  /** Where it is not Node's. What is known of a page that was named by its address is asked later. */
  readonly page?: Partial<BrowserTarget>;
}

/** A process that has no inspector open yet. */
export interface ClosedProcess {
  readonly pid: number;
  /** Its script, or its command: for a person. */
  readonly name: string;
  /** Where its inspector would listen, on this machine only. */
  readonly port: number;
}

/** Asked before a process gets SIGUSR1, by which Node opens its inspector; false ends the attempt. */
export type AskToOpen = (process: ClosedProcess) => Promise<boolean>;

/**
 * The inspector of a program, or of a page in a browser. `page`: a part of the title or url of the one that is meant. Rejects
 * with a {@link RecordingError}, `attach-…`.
 */
export async function findInspector(target: AttachTarget, mayOpen: AskToOpen, page?: string): Promise<FoundInspector> {
  switch (target.kind) {
    case 'url':
      return { url: target.url, isOpenedByUs: false, ...(isOfPage(target.url) && { page: {} }) };
    case 'port':
      return findAtPort(target.host, target.port, page);
    case 'process':
      return findOfProcess(target.pid, mayOpen);
    case 'number':
      return findByNumber(target.number, mayOpen, page);
  }
}

const isOfPage = (url: string): boolean => /^ws:\/\/[^/]+\/devtools\/(?!browser)/.test(url);

function fail(code: string, message: string): never {
  throw new RecordingError(code, message);
}

/** A process comes before a port: a port that is meant can be written with its colon. */
async function findByNumber(number: number, mayOpen: AskToOpen, page: string | undefined): Promise<FoundInspector> {
  const isProcess = isAlive(number);
  const answer = isPort(number) ? await askPort(LOOPBACK, number) : undefined;
  const isListening = answer !== undefined && answer.kind !== 'nothing';
  if (isProcess && isListening) {
    fail(
      'attach-ambiguous',
      `${number} is both a process and an open port: write pid:${number} for the process or :${number} for the port.`,
    );
  }
  if (isProcess) return findOfProcess(number, mayOpen);
  if (isListening) return findAtPort(LOOPBACK, number, page);
  return fail(
    'attach-nothing-there',
    `There is no process ${number}${isPort(number) ? `, and nothing listens on port ${number} of this machine` : ''}; start the program with --inspect, or name its process.`,
  );
}

async function findAtPort(host: string, port: number, wanted?: string): Promise<FoundInspector> {
  const answer = await askPort(host, port);
  if (answer.kind === 'node') return { url: answer.url, isOpenedByUs: false };
  const place = describePlace(host, port);
  if (answer.kind !== 'browser') return refuse(answer, place, port);
  const page = choosePage(answer.targets, wanted, `${answer.name} on ${place}`);
  return { url: `ws://${host}:${port}/devtools/page/${page.id}`, isOpenedByUs: false, page };
}

/** The pages of the browser that has this debugging port on this machine. Rejects with a {@link RecordingError}, `attach-…`. */
export async function listBrowserPages(port: number): Promise<BrowserTarget[]> {
  const answer = await askPort(LOOPBACK, port);
  const place = describePlace(LOOPBACK, port);
  if (answer.kind === 'browser') return listPages(answer.targets);
  if (answer.kind !== 'node') return refuse(answer, place, port);
  return fail('attach-not-browser', `What listens on ${place} is Node, no browser; attach to it as to a program.`);
}

const describePlace = (host: string, port: number): string =>
  `port ${port} of ${host === LOOPBACK ? 'this machine' : host}`;

function refuse(answer: Exclude<PortAnswer, { kind: 'node' | 'browser' }>, place: string, port: number): never {
  switch (answer.kind) {
    case 'secret':
      return fail(
        'attach-address-secret',
        `The inspector on ${place} does not tell its address; give the ws:// address that the program printed when it opened it.`,
      );
    case 'other':
      return fail(
        'attach-not-node',
        answer.name === undefined
          ? `What listens on ${place} is no inspector; name the port that the program printed after "Debugger listening on".`
          : `What listens on ${place} is ${answer.name}; Heatline profiles Node and Chromium only.`,
      );
    case 'nothing':
      return fail(
        'attach-nothing-there',
        `Nothing answers on ${place} (${answer.reason}); start the program with --inspect=${port}, or a browser with --remote-debugging-port=${port}.`,
      );
  }
}

async function findOfProcess(pid: number, mayOpen: AskToOpen): Promise<FoundInspector> {
  if (!isAlive(pid)) fail('attach-nothing-there', `There is no process ${pid}.`);
  const facts = await readProcess(pid);
  if (facts !== undefined) checkProcess(pid, facts);
  const open = await openInspectorOf(pid);
  if (open !== undefined) return { url: open, isOpenedByUs: false };
  if (facts !== undefined && !facts.handlesSigusr1) {
    fail(
      'attach-no-signal',
      `Process ${pid} does not open its inspector on SIGUSR1 (it is just starting or ending, or has --disable-sigusr1); start it with --inspect to attach to it.`,
    );
  }
  if (facts !== undefined && keepsAddress(facts.command, readEnvironment(pid))) {
    fail(
      'attach-address-secret',
      `Process ${pid} would tell nobody where its inspector is (it was started with --inspect-publish-uid=stderr, as all that Heatline records); start it without that to attach to it.`,
    );
  }
  const port = inspectorPort(facts?.command ?? []);
  await checkPortIsFree(pid, port);
  if (!(await mayOpen({ pid, name: scriptOf(facts?.command ?? []), port }))) {
    fail('attach-declined', `Process ${pid} was left alone: its inspector is closed.`);
  }
  signal(pid);
  return { url: await waitForInspector(pid, port), isOpenedByUs: true };
}

/** How long a program or page may take to answer, in milliseconds. */
const PATIENCE_MS = 8000;

/** What is answered in time; rejects with a {@link RecordingError} (`attach-silent`), which says `silence`, where nothing is. */
export async function answerOf<Answer>(asked: Promise<Answer>, silence: string): Promise<Answer> {
  const answer = await Promise.race([asked, sleep(PATIENCE_MS, undefined, { ref: false })]);
  return answer ?? fail('attach-silent', silence);
}

/** SIGUSR1 ends a process that does not expect it, so all doubt ends here. */
function checkProcess(pid: number, { executable, command, sharesNetwork }: ProcessFacts): void {
  if (executable === undefined) {
    fail(
      'attach-not-ours',
      `Process ${pid} belongs to another user, or is just ending; run Heatline as its user to attach to it.`,
    );
  }
  if (!isNodeExecutable(executable)) {
    fail('attach-not-node', `Process ${pid} (${scriptOf([executable])}) is not Node; Heatline profiles Node only.`);
  }
  if (!sharesNetwork) {
    fail(
      'attach-other-network',
      `Process ${pid} (${scriptOf(command)}) runs in a container with a network of its own; publish its inspector's port and attach to that.`,
    );
  }
}

/** The inspector that a process has open. `expected`: its port, where the system does not tell. */
async function openInspectorOf(pid: number, expected: readonly number[] = []): Promise<string | undefined> {
  for (const port of hasProcessFiles() ? await listeningPorts(pid) : expected) {
    const answer = await askPort(LOOPBACK, port);
    if (answer.kind === 'node') return answer.url;
    if (answer.kind === 'secret') return (await findAtPort(LOOPBACK, port)).url;
  }
  return undefined;
}

const DEFAULT_PORT = 9229;

/** Where a process opens its inspector: 9229, or what its flags say. Only 127.0.0.1 is of use to us. */
function inspectorPort(command: readonly string[]): number {
  const flags = flagsOfNode(command.slice(1));
  const given = flags.map((flag) => /^--(?:inspect-port|debug-port)=(?:.*:)?(\d+)$/.exec(flag)?.[1]).at(-1);
  return given === undefined ? DEFAULT_PORT : Number(given);
}

/** Node opens no other port where its own is taken, and only says so on its standard error. */
async function checkPortIsFree(pid: number, port: number): Promise<void> {
  if (port === 0 || (await askPort(LOOPBACK, port)).kind === 'nothing') return;
  fail(
    'attach-port-taken',
    `Process ${pid} would open its inspector on port ${port}, which another program has; close that one's inspector first, or start the program with --inspect-port=0.`,
  );
}

function signal(pid: number): void {
  try {
    // SIGUSR1, or what Node does on Windows, which has no such signal.
    (process as unknown as { _debugProcess(pid: number): void })._debugProcess(pid);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EPERM') {
      fail(
        'attach-not-ours',
        `Process ${pid} belongs to another user, so it cannot be signalled; run Heatline as that user.`,
      );
    }
    fail('attach-nothing-there', `Process ${pid} cannot be signalled: ${message}.`);
  }
}

const OPENING_MS = 5000;
const POLL_MS = 25;

async function waitForInspector(pid: number, port: number): Promise<string> {
  const deadline = performance.now() + OPENING_MS;
  while (performance.now() < deadline) {
    await sleep(POLL_MS);
    if (!isAlive(pid)) fail('attach-nothing-there', `Process ${pid} ended when it was asked to open its inspector.`);
    const url = await openInspectorOf(pid, [port]);
    if (url !== undefined) return url;
  }
  return fail(
    'attach-not-opened',
    `Process ${pid} did not open its inspector after SIGUSR1: it handles that signal itself, or its main thread is stopped; start it with --inspect to attach to it.`,
  );
}
