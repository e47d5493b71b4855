import { build } from 'esbuild';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { startRecording, type RecordOptions, type RecordingOutcome } from '../../../src/recorder/index.ts';

/** A scratch folder with the program, the bundled bootloader and the recording; removed by `dispose`. */
export interface Bench {
  readonly folder: string;
  write(name: string, text: string): Promise<string>;
  options(program: string, more?: Partial<RecordOptions>): RecordOptions;
  dispose(): Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-test-'));
  const bootloader = path.join(folder, 'bundle', 'bootloader.cjs');
  await mkdir(path.dirname(bootloader));
  await build({
    entryPoints: ['src/recorder/bootloader.ts'],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outfile: bootloader,
    logLevel: 'silent',
  });
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
      runtimeExecutable: process.execPath,
      bootloader,
      ...more,
    }),
    dispose: () => rm(folder, { recursive: true, force: true }),
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
    readonly runtimeVersion: string;
    readonly ending: string;
    readonly v8Version: string;
    readonly scripts: readonly {
      url: string;
      sourceMapUrl?: string;
      sourceMap?: string;
      contentHash?: string;
      functions?: { names: string[]; ranges: number[] };
    }[];
    readonly cpuClock?: { timesUs: number[]; cpuUs: number[]; waitUs: number[]; anchorUs: number };
  };
}

export async function readProfile(outcome: RecordingOutcome): Promise<RawProfile> {
  if (outcome.recording === undefined) throw new Error(`Nothing was recorded: ${JSON.stringify(outcome)}`);
  return JSON.parse(await readFile(outcome.recording, 'utf8')) as RawProfile;
}
