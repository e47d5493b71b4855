import * as vscode from 'vscode';
import { mayBeTest } from '../../target/tests/may-be-test.ts';
import { type RunnerChoice, runnerChoices } from '../../target/tests/runner-names.ts';

const memoryKey = 'heatline.testRunners';

/**
 * What runs a file that may be a test for one of several runners: asked once, and remembered for its package in this workspace.
 * `auto` where nothing is to be asked, undefined where the question was not answered.
 */
export async function chooseRunner(file: string, memory: vscode.Memento): Promise<RunnerChoice | undefined> {
  if (!mayBeTest(file)) return 'auto';
  const { recogniseRunner } = await import('../../target/tests/test-runs.ts');
  const found = recogniseRunner(file);
  if (found.kind !== 'unclear') return 'auto';
  const known = memory.get<Record<string, RunnerChoice>>(memoryKey, {});
  const before = known[found.folder];
  if (runnerChoices.includes(before)) return before;
  const items = [
    ...found.candidates.map((runner) => ({ label: runner, runner: runner })),
    { label: 'No Test Runner', description: 'run the file by itself', runner: 'none' as const },
  ];
  const title = 'Which runner do the tests of this package have?';
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: found.folder });
  if (!chosen) return undefined;
  await memory.update(memoryKey, { ...known, [found.folder]: chosen.runner });
  return chosen.runner;
}
