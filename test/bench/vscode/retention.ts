import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import type { HeatlineParts } from '../../../src/extension/extension.ts';
import type { RetentionFigures } from './figures.ts';
import { pause } from './host-watch.ts';

/** Opens and closes recordings one after the other, and measures what the host still holds after each. */
export async function benchRetention(parts: HeatlineParts, files: readonly string[]): Promise<RetentionFigures> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = async (): Promise<number> => {
    for (let i = 0; i < 3; i++) {
      collect();
      await pause(300);
    }
    // External memory includes array buffers.
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1e6;
  };
  const before = await held();
  const closed: number[] = [];
  for (const file of files) {
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(file), 'heatline.cpuprofile');
    while (parts.store.current?.recording.fsPath !== file) await pause(50);
    await pause(4000);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await pause(1000);
    closed.push(await held());
  }
  await vscode.commands.executeCommand('heatline.clear');
  await pause(500);
  return { before, closed, cleared: await held() };
}
