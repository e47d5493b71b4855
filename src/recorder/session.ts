import { setTimeout as sleep } from 'node:timers/promises';
import { startCpuClock } from './cpu-clock.ts';
import type { SamplerDecision } from './choose-sampler.ts';
import { describeEnding, describeLoss, describeProgramError } from './describe-ending.ts';
import { evaluate } from './evaluate.ts';
import { formatHeatlineFacts } from './heatline-facts.ts';
import type { InspectorConnection } from './inspector-connection.ts';
import type { Sampler, TakenSamples } from './inspector-sampler.ts';
import { defaultBootloader } from './launch-command.ts';
import { intervalAdvice } from './interval.ts';
import { isAlive, killQuietly, type Program, type ProgramExit } from './program.ts';
import {
  RecordingError,
  type Ending,
  type RecordOptions,
  type RecordingOutcome,
  type RecordingSession,
} from './recording-session.ts';
import { V8_LOG_LIMIT } from './v8-log-sampler.ts';
import type { Diagnostic } from '../profile/index.ts';
import type { EndingNote, ReadyNote, Rendezvous } from './rendezvous.ts';

/** Everything that a running recording consists of. */
export interface RunningParts {
  readonly options: RecordOptions;
  readonly decision: SamplerDecision;
  readonly rendezvous: Rendezvous;
  readonly program: Program;
  readonly ready: ReadyNote;
  readonly connection: InspectorConnection;
  readonly sampler: Sampler;
}

/** How long a program that was asked to end may take before it is killed. */
const GRACE_MS = 1500;
const PULSE_MS = 1000;
/** How long after the inspector has gone the process may take to end. */
const EXIT_WAIT_MS = 10_000;

/** Follows the recording from its first sample to the file on disk. */
export async function runSession(parts: RunningParts): Promise<RecordingSession> {
  const { options, program, ready, connection, sampler, decision } = parts;
  const startedAt = Date.now();
  const startedClock = performance.now();
  const clock = await startCpuClock(ready.pid);

  let stoppedBy: 'user' | 'duration' | undefined;
  let note: EndingNote | undefined;
  let taken: Promise<TakenSamples> | undefined;
  const take = (): Promise<TakenSamples> => (taken ??= sampler.take());

  const endWhenProgramDoes = async (): Promise<void> => {
    note = await parts.rendezvous.ending;
    await take().catch(() => undefined);
    await connection.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    // The program closes its inspector now.
  };
  // The program got around the bootloader's hook; Node itself waits for us to go.
  connection.on('NodeRuntime.waitingForDisconnect', () => {
    void take()
      .catch(() => undefined)
      .then(() => connection.close());
  });
  void endWhenProgramDoes();

  let stopping: Promise<void> | undefined;
  const stop = (by: 'user' | 'duration' = 'user'): Promise<void> => {
    stopping ??= (async () => {
      if (note === undefined) stoppedBy = by;
      await take().catch(() => undefined);
      if (!sampler.savesAfterExit) await saved();
      await callBootloader(connection, 'letGo');
      // Not closed by us: the inspector would announce that it listens again.
      endProgram(ready.pid, program);
    })();
    return stopping;
  };
  const timer = options.duration === undefined ? undefined : setTimeout(() => void stop('duration'), options.duration);

  let isTooLarge = false;
  const watch = setInterval(() => {
    void sampler.size?.().then((size) => {
      if (size < V8_LOG_LIMIT) return;
      isTooLarge = true;
      void stop();
    });
  }, PULSE_MS).unref();
  const pulse = startPulse(connection);

  let saving: Promise<{ recording?: string; diagnostics: readonly Diagnostic[] }> | undefined;
  const saved = (): Promise<{ recording?: string; diagnostics: readonly Diagnostic[] }> => (saving ??= save());

  const save = async (): Promise<{ recording?: string; diagnostics: readonly Diagnostic[] }> => {
    const cpuClock = await clock?.stop();
    const diagnostics = [...findings(options, note), ...(isTooLarge ? [TOO_LARGE] : [])];
    try {
      const samples = await take();
      const facts = formatHeatlineFacts({
        sampler: decision.sampler,
        samplerReason: decision.reason,
        recorderScript: options.bootloader ?? defaultBootloader(),
        runtimeVersion: ready.version,
        v8Version: ready.v8,
        program: options.program,
        args: options.args,
        cwd: options.cwd,
        requestedIntervalUs: options.interval,
        startedAt,
        ending: describeEnding(stoppedBy, note),
        diagnostics,
        scripts: samples.scripts,
        cpuClock: cpuClock && { ...cpuClock, anchorUs: ready.anchorUs },
      });
      return { recording: await samples.save(facts), diagnostics };
    } catch (error) {
      if (!(error instanceof RecordingError)) return { diagnostics };
      return { diagnostics: [...diagnostics, { code: error.code, severity: 'error', message: error.message }] };
    }
  };

  const finish = async (): Promise<RecordingOutcome> => {
    await connection.closed;
    clearTimeout(timer);
    clearInterval(pulse);
    clearInterval(watch);
    if (sampler.savesAfterExit) await take();
    const exit = await waitForExit(program, ready.pid, note);
    const { recording, diagnostics } = await saved();
    await parts.rendezvous.close();
    const ending = endingOf(stoppedBy, exit);
    const isExplained = diagnostics.some(({ severity }) => severity === 'error');
    const loss = recording === undefined && !isExplained ? [describeLoss(options, exit, program.errorText())] : [];
    return { recording, ending, diagnostics: [...diagnostics, ...loss] };
  };

  const elapsed = (): number => performance.now() - startedClock;
  return {
    pid: ready.pid,
    stdin: program.stdin,
    stdout: program.stdout,
    stderr: program.stderr,
    sampler: decision.sampler,
    samplerReason: decision.reason,
    progress: () => ({
      elapsed: elapsed(),
      samples: Math.floor((elapsed() * 1000) / (options.interval + 70)),
      samplesAreEstimated: true,
    }),
    evaluate: (expression) => evaluate(connection, expression),
    stop: async (by) => {
      await stop(by);
    },
    finished: finish(),
  };
}

const TOO_LARGE: Diagnostic = {
  code: 'log-too-large',
  severity: 'warning',
  message: 'The V8 log reached 2 GB, so the recording was stopped; use a longer interval or a shorter duration.',
};

function findings(options: RecordOptions, note: EndingNote | undefined): Diagnostic[] {
  const advice = intervalAdvice(options.interval);
  const error = note && describeProgramError(options, note);
  return [
    ...(advice === undefined ? [] : [{ code: 'interval-short', severity: 'info' as const, message: advice }]),
    ...(error ?? []),
  ];
}

/** Calls what the bootloader left in the program; answered also while the program spins. */
async function callBootloader(connection: InspectorConnection, method: 'letGo' | 'pulse'): Promise<void> {
  const expression = `void Object.getOwnPropertySymbols(process).forEach((s) => s.description === 'heatline' && process[s].${method}())`;
  await connection.send('Runtime.evaluate', { expression, silent: true }).catch(() => undefined);
}

/** Asks the program's event loop every second whether it turns. */
function startPulse(connection: InspectorConnection): NodeJS.Timeout {
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting) return;
    isWaiting = true;
    void callBootloader(connection, 'pulse').then(() => (isWaiting = false));
  }, PULSE_MS);
  return timer.unref();
}

function endProgram(pid: number, program: Program): void {
  killQuietly(pid, 'SIGTERM');
  const timer = setTimeout(() => killQuietly(pid, 'SIGKILL'), GRACE_MS);
  void program.exited.then(() => clearTimeout(timer));
}

async function waitForExit(program: Program, pid: number, note: EndingNote | undefined): Promise<ProgramExit> {
  if (!program.isOurs) {
    await waitForDeath(pid);
    return { code: note?.code, signal: note?.signal };
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ProgramExit>((resolve) => {
    timer = setTimeout(() => resolve({ code: note?.code }), EXIT_WAIT_MS);
  });
  const exit = await Promise.race([program.exited, late]);
  clearTimeout(timer);
  return exit;
}

/** For a process that is not our child: looks until it is gone, for as long as one may take to end. */
async function waitForDeath(pid: number): Promise<void> {
  const deadline = performance.now() + EXIT_WAIT_MS;
  while (isAlive(pid) && performance.now() < deadline) await sleep(20);
}

function endingOf(stoppedBy: 'user' | 'duration' | undefined, exit: ProgramExit): Ending {
  if (stoppedBy !== undefined) return { kind: 'stopped', by: stoppedBy };
  if (exit.signal !== undefined) return { kind: 'signal', signal: exit.signal };
  return { kind: 'exit', code: exit.code ?? NaN };
}
