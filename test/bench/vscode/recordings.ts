import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import type { HeatlineParts } from '../../../src/extension/extension.ts';
import type { BenchRecording, RecordingFigures } from './figures.ts';
import { pause, watchHost } from './host-watch.ts';

/** Reads a recording, shows it with its hottest file open, and opens its flame graph. */
export async function benchRecording(
  parts: HeatlineParts,
  { file, megabytes }: BenchRecording,
): Promise<RecordingFigures> {
  let view: AnalysisView | undefined;
  const reading = await watchHost(`read-${megabytes}`, async () => {
    view = await parts.loader.load(vscode.Uri.file(file));
  });
  if (!view) throw new Error(`${file} was not read.`);
  const hottest = hottestFile(view);
  if (hottest) await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(hottest));
  await pause(1000);
  const publishing = await watchHost(`publish-${megabytes}`, async () => {
    parts.store.show(view);
    await new Promise<void>((resolve) => setImmediate(resolve));
  });
  const panel = await watchHost(`panel-${megabytes}`, async () => {
    parts.panel.reveal();
    while (parts.panel.host?.modelsSent === 0) await pause(20);
  });
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await pause(500);
  return { megabytes, reading, publishing, panel };
}

function hottestFile({ analysis, index }: AnalysisView): string | undefined {
  for (const row of index.hottestLines) {
    const source = analysis.sources[analysis.lines.source[row]];
    if (source?.isFile && existsSync(source.path)) return source.path;
  }
  return undefined;
}
