import { resolve } from 'node:path';
import { type ResolvedTarget, resolveTarget, type TargetRequest } from './resolve-target.ts';
import { mayBeTest } from './tests/may-be-test.ts';
import type { RunnerChoice } from './tests/runner-names.ts';
import type { RecognisedRunner, Recognition, TestCommand } from './tests/test-runs.ts';
import { type Diagnostic, RecordingError } from '../recording/index.ts';
import { isFile } from '../typescript/typescript-files.ts';
import { detectRuntime, type Runtime } from './runtime.ts';

/** A file that is to be run, by itself or by the runner of its tests. */
export interface RunRequest extends Omit<TargetRequest, 'runtimeVersion' | 'runtimeTypescript'> {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Name or path of the Node; see `detectRuntime`. */
  readonly runtime: string | undefined;
  /** Where that path starts. */
  readonly runtimeFolder: string;
  /** What runs tests; default `auto`. */
  readonly testRunner?: RunnerChoice;
  /** Only the tests whose full name fits, as the runner's own option takes it. */
  readonly testPattern?: string;
  /** Only the test, or the tests of the suite, around this line of the file, 1-based. */
  readonly testLine?: number;
  /** Whether `cwd` was asked for; a runner of tests has a folder of its own otherwise. */
  readonly isCwdGiven?: boolean;
}

/** What to run, and how. */
export interface ResolvedRun extends ResolvedTarget {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Absolute path of what a person calls it by: the program, or the file of the tests. */
  readonly subject: string;
  /** Whether tests are run. */
  readonly isTest: boolean;
}

/** How is this file run, and what is to be launched for it? Throws as {@link resolveRun} and `detectRuntime` do. */
export async function prepareRun(request: RunRequest) {
  const { env, runtimeArgs = [] } = request;
  const runtime = await detectRuntime(request.runtime, env, request.runtimeFolder);
  const target = await resolveRun(request, runtime);
  const { program, subject, isTest, args, cwd } = target;
  return {
    target,
    launch: {
      ...{ program, subject, isTest, args, cwd, runtimeExecutable: runtime.path },
      env: { ...target.env, ...env },
      runtimeArgs: [...target.runtimeArgs, ...runtimeArgs],
      v8Version: runtime.v8,
    },
  };
}

/** How is this file run? Throws `RecordingError` as {@link resolveTarget} does, or `test-runner-…`. */
async function resolveRun(request: RunRequest, runtime: Runtime): Promise<ResolvedRun> {
  const tests = await findTests(request, runtime);
  const known = { ...request, runtimeVersion: runtime.version, runtimeTypescript: runtime.typescript };
  if (!tests) {
    if (request.testPattern !== undefined || request.testLine !== undefined) {
      throw new RecordingError(
        'test-runner-none',
        `${request.program} is no test that Heatline recognises, so no tests of it can be chosen; name its runner with --test-runner (in VS Code: testRunner).`,
      );
    }
    const target = await resolveTarget(known);
    return { ...target, args: request.args, cwd: request.cwd, subject: target.program, isTest: false };
  }
  const cwd = request.isCwdGiven === true ? request.cwd : tests.cwd;
  const { runtimeArgs = [] } = request;
  const asked = { ...known, program: tests.program, cwd, runtimeArgs: [...tests.runtimeArgs, ...runtimeArgs] };
  const target = await resolveTarget(asked);
  const how: Diagnostic = { code: 'test-runner', severity: 'info', message: tests.reason };
  return {
    ...target,
    runtimeArgs: [...target.runtimeArgs, ...tests.runtimeArgs],
    env: { ...target.env, ...tests.env },
    args: [...tests.args, ...request.args],
    cwd,
    subject: resolve(request.cwd, request.program),
    isTest: true,
    diagnostics: [how, ...target.diagnostics],
  };
}

async function findTests(request: RunRequest, runtime: Runtime): Promise<TestCommand | undefined> {
  const { testRunner = 'auto', testLine, testPattern, env } = request;
  const file = resolve(request.cwd, request.program);
  if (testRunner === 'none' || !isFile(file) || (testRunner === 'auto' && !mayBeTest(file))) return undefined;
  const { buildTestCommand, namedRunner, patternAt, recogniseRunner } = await import('./tests/test-runs.ts');
  const runner = testRunner === 'auto' ? theOne(file, recogniseRunner(file)) : namedRunner(file, testRunner);
  if (!runner) return undefined;
  const pattern = testLine === undefined ? testPattern : patternAt(file, testLine, runner.name, runtime.version);
  return buildTestCommand({ file, runner, pattern, runtimeExecutable: runtime.path, env });
}

function theOne(file: string, found: Recognition): RecognisedRunner | undefined {
  if (found.kind !== 'unclear') return found.kind === 'runner' ? found : undefined;
  throw new RecordingError(
    'test-runner-unclear',
    `${file} may be a test for ${found.candidates.join(' or ')}; name its runner with --test-runner (in VS Code: testRunner).`,
  );
}
