import { basename, isAbsolute, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  DEFAULT_INTERVAL,
  type AttachedSession,
  type ClosedProcess,
  listNodeProcesses,
  type NodeProcess,
  parseAttachTarget,
  startAttached,
} from '../recorder/index.ts';
import { analyzeApart } from './analyze-apart.ts';
import { CliError } from './cli-error.ts';
import { finish } from './launch.ts';
import { type AttachCommandOptions, questionOf } from './options.ts';
import { newRecording, prepareOutputs } from './output-files.ts';
import { publish } from './publish.ts';
import { preparePushAfter } from './push-command.ts';
import { withOutcome } from './run-command.ts';
import type { PushAfterOptions } from './server-options.ts';
import { neutralise, truncateEnd } from './text.ts';

/** `heatline attach`: records a program that runs, and reports. The exit code: 0 when there is a recording. */
export async function attach(
  wanted: string | undefined,
  options: AttachCommandOptions & PushAfterOptions,
): Promise<number> {
  if (wanted === undefined) {
    process.stderr.write(`${describeChoice(await listNodeProcesses())}\n`);
    return 2;
  }
  if (options.output && !options.output.endsWith('.cpuprofile')) {
    throw new CliError(`--output ${options.output} must end in .cpuprofile.`);
  }
  await prepareOutputs(options, []);
  const question = questionOf(options);
  const pushing = preparePushAfter(options);
  const target = parseAttachTarget(wanted);
  const starting = startAttached({
    target,
    mayOpen: options.signal ? () => Promise.resolve(true) : askToOpen,
    interval: options.interval ?? DEFAULT_INTERVAL,
    duration: options.duration,
    detailLimit: options.detailLimit,
    frameRepair: options.frameRepair,
    page: options.page,
    folder: process.cwd(),
    output: (program) => (options.output ? resolve(options.output) : newRecording(program)),
  });
  void starting.then(tellStart, () => undefined);
  pushing?.follow(starting);
  const code = await finish(starting, async (outcome, recording) => {
    const analysis = withOutcome(await analyzeApart(recording, question), outcome);
    await publish(analysis, options, process.stderr, { recording, question });
    await pushing?.send(recording, question);
  });
  // How the program ended, if it did, is not ours to say.
  return (await (await starting).finished).recording === undefined ? code : 0;
}

function tellStart({ subject }: AttachedSession): void {
  process.stderr.write(`${neutralise(`Profiling ${subject}. Ctrl-C ends the recording, not the program.`)}\n`);
}

async function askToOpen({ pid, name, port }: ClosedProcess): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CliError(
      `The inspector of process ${pid} (${name}) is closed; add --signal to send it SIGUSR1, by which it opens its inspector on 127.0.0.1:${port} for the time of the recording.`,
    );
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const question = `The inspector of process ${pid} (${name}) is closed. Send it SIGUSR1, by which it opens its inspector on 127.0.0.1:${port} for the time of the recording? [y/N] `;
  // Ctrl-C and Ctrl-D are a no.
  const closed = new Promise<string>((no) => asking.once('close', () => no('')));
  const answer = await Promise.race([asking.question(neutralise(question)).catch(() => ''), closed]);
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}

const MOST_PROCESSES = 15;
const WIDTH = 100;

function describeChoice(processes: readonly NodeProcess[]): string {
  const how =
    'Say which program to attach to: heatline attach 9229 (its inspector) or heatline attach 4711 (its process).';
  if (processes.length === 0) return `${how} No Node process of this user was found.`;
  const rows = processes.slice(0, MOST_PROCESSES).map(({ pid, command: [executable = '', ...words] }) => {
    // The program is what tells them apart, and Node's own path may be long.
    const command = [isAbsolute(executable) ? basename(executable) : executable, ...words].join(' ');
    return `  ${String(pid).padStart(8)}  ${truncateEnd(neutralise(command), WIDTH)}`;
  });
  return [`${how} Node processes, the newest first:`, ...rows].join('\n');
}
