import { recordProcess, startOfProcess } from '../session/record-process.ts';
import { createRecorder } from '../session/start-thread.ts';
import { ProcessTree } from '../program/process-tree.ts';
import { type DecidedOptions, type RecordOptions, type RecordingSession } from '../recording-session.ts';
import type { SamplerDecision } from '../sampling/choose-sampler.ts';
import { usualInterval } from '../session/interval.ts';
import {
  buildLaunchCommand,
  checkOptions,
  defaultBootloader,
  findLogHindrance,
  isNodeCommand,
} from './launch-command.ts';
import { killQuietly, startProgram, type Program, type ProgramExit } from '../program/program.ts';
import { openRendezvous, type Rendezvous } from '../program/rendezvous.ts';
import { detectRuntime, refuseTooOld } from '../../target/index.ts';
import { v8LogFlags } from '../sampling/v8-log-sampler.ts';
import { makeWorkFolder, removeFolder } from '../disk/work-folder.ts';
import { type RecordingParts, superviseRecording } from '../session/recording.ts';
import { loadChildrenOfWorker } from '../session/start-worker.ts';
import { type ProgramSettings, type ReadyNote, reasonOf, recordsIn, RecordingError } from '../../recording/index.ts';
import { recorderScripts } from '../../recording/facts.ts';

/**
 * Launches a program under the inspector, starts sampling before its first line, and lets it run. Rejects with a
 * {@link RecordingError} when that is not possible; once it resolves, everything is told by the session.
 */
export async function startRecording(options: RecordOptions): Promise<RecordingSession> {
  checkOptions(options);
  const decision = decide(options);
  const { interval = usualInterval(options), command, sampler, env, cwd } = options;
  // One that is no Node, or too old, is refused before it runs.
  if (command !== undefined && sampler === 'auto' && decision.sampler === 'v8log')
    await detectRuntime(command, env, cwd);
  return launch({ ...options, interval }, decision);
}

/** What undoes a start, the last first. */
type Undo = (() => unknown)[];

async function launch(options: DecidedOptions, decision: SamplerDecision): Promise<RecordingSession> {
  const undo: Undo = [];
  try {
    return await begin(options, decision, undo);
  } catch (error) {
    for (const each of undo.reverse()) await each();
    if (error instanceof RecordingError) throw error;
    throw new RecordingError('recording-not-started', `The recording could not be started: ${reasonOf(error)}`);
  }
}

async function begin(options: DecidedOptions, decision: SamplerDecision, undo: Undo): Promise<RecordingSession> {
  const rendezvous = await openRendezvous();
  undo.push(() => rendezvous.close());
  const folder = await makeWorkFolder(options.output, options.program);
  undo.push(() => removeFolder(folder));
  const { bootloader = defaultBootloader(), moreLogFlags = [] } = options;
  // Nodes are recorded by V8's logs wherever that can be.
  const logFolder = options.sampler === 'inspector' ? undefined : folder;
  const logFlags = logFolder === undefined ? [] : v8LogFlags(logFolder, options.interval, moreLogFlags);
  const records = recordsIn(folder);
  const settings: ProgramSettings = { frameRepair: options.frameRepair !== false, logFlags, records };
  await rendezvous.settle(settings);
  const childrenOfWorker = await loadChildrenOfWorker(bootloader, settings);
  const launchFlags = decision.sampler === 'v8log' ? logFlags : [];
  const program = await startProgram(buildLaunchCommand(options, rendezvous, launchFlags), options);
  undo.push(() => program.kill('SIGKILL'));
  if (program.pid !== undefined) rendezvous.guardian.watch(program.pid);
  const where = { folder, logFolder, records, rendezvous: rendezvous.directory, isLocal: true };
  const recorder = createRecorder(options, bootloader, { ...where, childrenOfWorker });
  const supervise = (pid: number | undefined, of: Pick<RecordingParts, 'main' | 'first'>): RecordingSession =>
    superviseRecording({
      ...{ ...of, options, decision, recorder, launched: { rendezvous, program }, pid },
      tree: pid === undefined ? undefined : ProcessTree.watch(pid),
      facts: { recorderScripts: recorderScripts(bootloader) },
      command: commandOf(options),
    });
  if (options.command !== undefined) return supervise(program.pid, {});
  const ready = await waitUntilReady(rendezvous, program);
  // Its launcher may not have known its id; left alone, it would wait for us forever.
  undo.push(() => killQuietly(ready.pid, 'SIGKILL'));
  if (ready.url === undefined && !ready.runsOn)
    throw new RecordingError(
      'inspector-not-opened',
      `The program cannot open its inspector on 127.0.0.1: ${ready.error ?? 'no reason was given'}.`,
    );
  const canRecord = ready.url !== undefined || (ready.hasLog && logFolder !== undefined);
  const main = canRecord
    ? await recordProcess(
        recorder,
        rendezvous,
        ready,
        startOfProcess(recorder, ready, { id: recorder.nextId(), kind: 'main' }),
      )
    : undefined;
  return supervise(ready.pid, { main, first: ready });
}

function commandOf(options: RecordOptions): RecordingParts['command'] {
  const { subject = options.program, args, runtimeArgs = [], cwd } = options;
  return { program: subject, args, ...(runtimeArgs.length > 0 && { runtimeArgs }), cwd };
}

/** The sampler of the program itself. A command that is no Node may start any. */
function decide(options: RecordOptions): SamplerDecision {
  const { command, sampler } = options;
  const inspector = (why: string): SamplerDecision => ({
    sampler: 'inspector',
    reason: `The inspector's sampler, ${why}.`,
  });
  if (command !== undefined && !isNodeCommand(command))
    return inspector(
      sampler === 'v8log'
        ? "not the V8 log that was asked for: V8 takes the flags for its log from Node's command line only, and a command may start any Node"
        : 'which needs no flags on the command line of Node',
    );
  const hindrance = findLogHindrance(options);
  if (hindrance !== undefined && sampler !== 'inspector')
    return inspector(`because V8's log does not go with ${hindrance}`);
  if (sampler === 'auto') return { sampler: 'v8log' };
  return { sampler, reason: `The ${sampler === 'v8log' ? 'V8 log' : "inspector's sampler"} was asked for.` };
}

async function waitUntilReady(rendezvous: Rendezvous, program: Program): Promise<ReadyNote> {
  const early = program.exited.then((exit): never => {
    throw explainEarlyExit(exit, program.errorText());
  });
  const ready = await Promise.race([rendezvous.first, early]);
  refuseTooOld(ready.execPath, ready.version);
  return ready;
}

/** Why the runtime ended before the recorder could attach. `errorText`: what it wrote to standard error. */
function explainEarlyExit(exit: ProgramExit, errorText: string): RecordingError {
  const how = exit.signal === undefined ? `with code ${exit.code ?? 'unknown'}` : `by ${exit.signal}`;
  const last = tellingLine(errorText)?.replace(/^# |\.$/g, '');
  const advice = '; check --runtime-arg (in VS Code: runtimeArgs) and NODE_OPTIONS';
  return new RecordingError(
    'exited-before-attach',
    `Node ended ${how} before Heatline could attach${last ? `: ${last}` : exit.signal === undefined ? advice : ''}.`,
  );
}

/** The line that says why: an uncaught error's own or V8's last word, else the last one that says anything. */
function tellingLine(errorText: string): string | undefined {
  const lines = errorText.split('\n').filter((line) => /\w/.test(line));
  const reasons = [/^(Uncaught )?\w*Error\b.*:/, /\bfatal\b/i];
  return reasons.map((reason) => lines.findLast((line) => reason.test(line))).find(Boolean) ?? lines.at(-1);
}
