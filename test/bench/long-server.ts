import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyze } from '../../src/analysis/analyze.ts';
import type { RecordOptions } from '../../src/recorder/index.ts';
import { bundleBootloader } from '../support/bootloader.ts';
import { nodeBinary, type NodeMajor } from '../support/nodes.ts';
import { fixed, formatSize, progress } from './report.ts';

const CLIENTS = 8;
/** Looked at so often, in milliseconds. */
const LOOK_EVERY = 1000;

/** How a server is recorded. */
export interface ServerRun {
  readonly major: NodeMajor;
  /** In microseconds. */
  readonly interval: number;
  /** In bytes. */
  readonly logLimit: number;
  readonly minutes: number;
  /** In milliseconds; shorter only to see that it works. */
  readonly minute: number;
}

/**
 * A real server under load, recorded with V8's log: a row for each minute with the requests, what V8 has written so far, the
 * most that the recording took on the disk, and the memory of the program and of the recorder (a process of its own). The last
 * cell of the last row says what the recording knows.
 */
export async function recordServer(folder: string, run: ServerRun): Promise<string[][]> {
  const place = join(folder, `node${run.major}-${run.interval}-${run.logLimit}`);
  await mkdir(place, { recursive: true });
  const options: RecordOptions = {
    program: join(import.meta.dirname, 'long-server-program.cjs'),
    args: [],
    cwd: place,
    env: process.env,
    interval: run.interval,
    sampler: 'v8log',
    logLimit: run.logLimit,
    output: join(place, 'out.cpuprofile'),
    stdio: 'inherit',
    runtimeExecutable: await nodeBinary(run.major),
    bootloader: await bundleBootloader(join(place, 'bundle')),
  };
  const recorder = fork(join(import.meta.dirname, 'recorder-child.ts'), [JSON.stringify(options)], {
    execArgv: ['--import=tsx'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = once(recorder.stdout ?? process.stdin, 'data').then(([line]) => Number(String(line)));
  const [{ pid, folder: growing }] = (await once(recorder, 'message')) as [{ pid: number; folder: string }];
  const load = putUnderLoad(await port);
  const rows: string[][] = [];
  for (let minute = 1; minute <= run.minutes; minute++) {
    const looks = { disk: 0, program: 0, recorder: 0, written: 0 };
    const end = performance.now() + run.minute;
    while (performance.now() < end) {
      await sleep(LOOK_EVERY);
      const { disk, written } = await look(growing);
      looks.disk = Math.max(looks.disk, disk);
      looks.written = written;
      looks.program = Math.max(looks.program, await residentSize(pid));
      looks.recorder = Math.max(looks.recorder, await residentSize(recorder.pid ?? 0));
    }
    rows.push([
      `Node ${run.major}`,
      ...[fixed(minute), fixed(load.count() / 1000), formatSize(looks.written), formatSize(looks.disk)],
      ...[formatSize(looks.program), formatSize(looks.recorder)],
    ]);
    progress(rows.at(-1)?.join(', ') ?? '');
  }
  load.end();
  recorder.send('stop');
  const [{ recording, codes }] = (await once(recorder, 'message')) as [{ recording: string; codes: string[] }];
  const { quality } = await analyze(recording);
  const { size } = await stat(recording);
  progress(
    `${formatSize(size)}, ${quality.samples} samples in ${quality.duration} µs, order from ${quality.orderFrom}; ${codes.join()}`,
  );
  await rm(place, { recursive: true, force: true });
  return rows;
}

/** Clients that ask again as soon as they have their answer. */
function putUnderLoad(port: number): { count(): number; end(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  let count = 0;
  let isOver = false;
  const ask = (): void => {
    if (isOver) return;
    get({ port, agent, host: '127.0.0.1', path: `/list/${'x'.repeat(count % 5)}` }, (response) => {
      count++;
      response.resume().once('end', ask);
    }).once('error', () => undefined);
  };
  for (let client = 0; client < CLIENTS; client++) ask();
  return {
    count: () => count,
    end: () => {
      isOver = true;
      agent.destroy();
    },
  };
}

/** What a recording that grows takes on the disk, and how far V8 has written, in bytes. */
async function look(folder: string): Promise<{ readonly disk: number; readonly written: number }> {
  let [disk, written] = [0, 0];
  for (const name of await readdir(folder)) {
    const { blocks = 0, size = 0 } = (await stat(join(folder, name)).catch(() => undefined)) ?? {};
    disk += blocks * 512;
    if (name.endsWith('.v8log')) written += size;
  }
  return { disk, written };
}

/** Resident memory of a process, in bytes; not a number where the system does not tell. */
async function residentSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? NaN) * 1024;
}
