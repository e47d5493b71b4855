import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { languageModelTools, toolPrefix } from '../../../src/extension/contributed-names.ts';
import { inWorkspace, profileFile } from './heatline.ts';

describe('Tools for language models', () => {
  let recording: string;

  before(async () => {
    recording = (await profileFile('hot.js')).recording.fsPath;
  });

  async function invoke(name: string, input: object): Promise<string> {
    const { content } = await vscode.lm.invokeTool(`${toolPrefix}${name}`, { input, toolInvocationToken: undefined });
    const [part] = content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    return part.value;
  }

  it('are offered', () => {
    const names = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith(toolPrefix));
    assert.deepEqual(names.sort(), languageModelTools.map((name) => `${toolPrefix}${name}`).sort());
  });

  it('answer, each of them, and know what was recorded in VS Code', async () => {
    const file = inWorkspace('hot.js');
    const asked: Readonly<Record<(typeof languageModelTools)[number], readonly [input: object, answer: RegExp]>> = {
      list_hot_lines: [{ recording }, /hot\.js`\n[^]*`burn`/],
      list_recordings: [{}, new RegExp(path.basename(recording))],
      explain_function: [{ recording, function: 'burn' }, /Called by:\n.*`main`/],
      explain_line: [{ recording, file, line: 5 }, /exact|estimated|function/],
      compare_runs: [{ before: recording, after: 'absent.cpuprofile' }, /absent\.cpuprofile/],
      // A window asks before a program runs, and nobody is there to answer.
      profile_program: [{ command: file }, /^"command" has to be a list of strings/],
      count_calls: [{}, /^"command" is missing/],
    };
    for (const name of languageModelTools) {
      const [input, answer] = asked[name];
      assert.match(await invoke(name, input).catch((error: unknown) => (error as Error).message), answer, name);
    }
  });

  it('refuse with a sentence on which a model can act', async () => {
    await assert.rejects(
      () => invoke('explain_line', { recording, file: 'absent.js', line: 1 }),
      /No time was measured in "absent\.js"\. list_hot_lines tells/,
    );
    await writeFile(inWorkspace('no-profile.cpuprofile'), '{}');
    await assert.rejects(
      () => invoke('list_hot_lines', { recording: 'no-profile.cpuprofile' }),
      /no-profile\.cpuprofile/,
    );
  });
});
