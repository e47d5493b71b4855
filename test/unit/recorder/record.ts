import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { startRecording, type RecordOptions, type RecordingOutcome } from '../../../src/recorder/index.ts';
import { bundleBootloader } from '../../support/bootloader.ts';
import { nodeBinary, type NodeMajor } from '../../support/nodes.ts';

/** Source text of a function for programs: `busy(ms)` computes that long. One line, with its end. */
export const BUSY =
  'function busy(ms) { const end = Date.now() + ms; let x = 0; while (Date.now() < end) x += Math.sqrt(x + 1); return x; }\n';

/** A scratch folder with the program, the bundled bootloader and the recording. */
export interface Bench {
  readonly folder: string;
  /** Writes a file into the folder; its absolute path. */
  write(name: string, text: string): Promise<string>;
  /** What records a program on the bench's Node, with the inspector unless said otherwise. */
  options(program: string, more?: Partial<RecordOptions>): RecordOptions;
}

/**
 * The bench of the suite that calls this, to be used in its tests: opened before them and removed after them. Records
 * with the pinned Node of a major version, or with the one that runs the tests.
 */
export function useBench(major?: NodeMajor): Bench {
  let opened: Bench | undefined;
  const bench = (): Bench => {
    assert.ok(opened, 'a bench is open in tests only');
    return opened;
  };
  before(async () => {
    opened = await openBench(major === undefined ? process.execPath : await nodeBinary(major));
  });
  after(async () => {
    if (opened) await rm(opened.folder, { recursive: true, force: true });
  });
  return {
    get folder() {
      return bench().folder;
    },
    write: (name, text) => bench().write(name, text),
    options: (program, more) => bench().options(program, more),
  };
}

async function openBench(runtimeExecutable: string): Promise<Bench> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-test-'));
  const bootloader = await bundleBootloader(path.join(folder, 'bundle'));
  return {
    folder,
    write: async (name, text) => {
      const file = path.join(folder, name);
      await writeFile(file, text);
      return file;
    },
    options: (program, more) => ({
      program,
      args: [],
      cwd: folder,
      env: process.env,
      interval: 1000,
      sampler: 'inspector',
      output: path.join(folder, 'recordings', 'out.cpuprofile'),
      stdio: 'pipe',
      runtimeExecutable,
      bootloader,
      ...more,
    }),
  };
}

export interface Recorded {
  readonly outcome: RecordingOutcome;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Records a program to its end. */
export async function record(options: RecordOptions): Promise<Recorded> {
  const session = await startRecording(options);
  session.stdin?.end();
  const [outcome, stdout, stderr] = await Promise.all([
    session.finished,
    collect(session.stdout),
    collect(session.stderr),
  ]);
  return { outcome, stdout, stderr };
}

export async function collect(stream: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface RawProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  readonly startTime: number;
  readonly endTime: number;
  readonly $heatline: {
    readonly version: number;
    readonly sampler: string;
    readonly attached?: boolean;
    readonly runtimeVersion: string;
    readonly v8Version: string;
    readonly scripts: readonly {
      url: string;
      sourceMapUrl?: string;
      sourceMap?: string;
      contentHash?: string;
      functions?: { names: string[]; ranges: number[] };
    }[];
    readonly cpuClock?: {
      timesUs: number[];
      cpuUs: number[];
      waitUs: number[];
      runnableUs: number[];
      anchorUs: number;
    };
  };
}

export async function readProfile(outcome: RecordingOutcome): Promise<RawProfile> {
  if (outcome.recording === undefined) throw new Error(`Nothing was recorded: ${JSON.stringify(outcome)}`);
  return JSON.parse(await readFile(outcome.recording, 'utf8')) as RawProfile;
}
