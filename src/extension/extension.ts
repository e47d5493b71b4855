import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { registerAttachCommands } from './commands/attach.ts';
import { type ChangesTree, registerChangesView } from './changes/changes-tree.ts';
import { registerCompareCommands } from './commands/compare.ts';
import { registerHeatCommands } from './commands/heat.ts';
import { registerLaunchConfigurationCommand } from './commands/launch-configurations.ts';
import { registerNpmScriptCommand } from './commands/npm-scripts.ts';
import { registerProfileCommands } from './commands/profile.ts';
import { registerExportCommand } from './commands/export.ts';
import { registerTimeCommand } from './commands/time-calls.ts';
import { registerWhyCommand } from './commands/why.ts';
import { registerRecordingCommands } from './commands/recordings.ts';
import { registerRevealCommands } from './commands/reveal.ts';
import { registerThreadCommands } from './commands/threads.ts';
import { commands, sourceScheme } from './contributed-names.ts';
import { registerDebugger } from './debug/adapter.ts';
import { createProfilerPorts } from './debug/profiling.ts';
import type { RunRegistry } from './debug/run-registry.ts';
import { registerFindings } from './findings/findings-view.ts';
import { HeatHover } from './heat/heat-hover.ts';
import { registerLanguageModelTools } from './language-model-tools.ts';
import { createParts, type Parts } from './parts.ts';
import { registerFileEditors } from './panel/file-editors.ts';
import { registerProductionCommands } from './production/open-profile.ts';
import { takeInLeftovers } from './recordings/take-in-leftovers.ts';
import { registerCommand } from './report-error.ts';
import { showStatus } from './status-bar.ts';
import type { HotLinesTree } from './tree/hot-lines-tree.ts';
import { registerTestCodeLenses } from './test-code-lenses.ts';
import { registerViews } from './tree/views.ts';

/** The living parts, for the tests that run inside VS Code (test/vscode). Not an interface for other extensions. */
export interface HeatlineParts extends Parts {
  readonly tree: HotLinesTree;
  readonly changesTree: ChangesTree;
}

/** What has to end with the extension; VS Code hands nothing to `deactivate`. */
let runs: RunRegistry | undefined;

/** VS Code waits somewhat longer, in milliseconds. */
const patience = 3000;

/** Wires the parts together; called by VS Code when the extension is first needed. */
export function activate(context: vscode.ExtensionContext): HeatlineParts {
  const parts = createParts(context);
  const { log, store, changes, panel } = parts;
  runs = parts.runs;
  takeInLeftovers(parts.recordings, log).catch((error: unknown) => log.warn(String(error)));
  const views = registerViews(parts, context);
  const changesTree = registerChangesView(changes, context.subscriptions);
  context.subscriptions.push(
    registerCompareCommands(parts),
    registerDebugger(createProfilerPorts({ ...parts, onProfiled: () => views.introduce() })),
    showStatus(parts.runs, store, changes),
    registerFileEditors(context.extensionUri, parts),
    new HeatHover(parts).register([{ scheme: 'file' }, { scheme: sourceScheme }]),
    registerProfileCommands(parts, context.workspaceState),
    registerTimeCommand(parts, context.workspaceState),
    registerWhyCommand(parts),
    registerLaunchConfigurationCommand(log),
    registerNpmScriptCommand(log),
    registerAttachCommands(log),
    registerTestCodeLenses(),
    registerHeatCommands(parts, views.hotLines),
    registerRecordingCommands(parts),
    registerProductionCommands(parts, context.secrets),
    registerExportCommand(parts),
    registerRevealCommands(parts),
    registerThreadCommands(parts),
    registerCommand(log, commands.showLog, () => log.show()),
    registerCommand(log, commands.showFlameGraph, async () => {
      await parts.lastShown.restore();
      panel.reveal();
    }),
    registerFindings(store, log),
    registerLanguageModelTools({
      cli: vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.cjs').fsPath,
      recordings: parts.recordings.folder,
    }),
  );
  return { ...parts, tree: views.hotLines, changesTree };
}

/** Ends the programs that are being profiled and keeps their recordings; called by VS Code before the extension goes. */
export async function deactivate(): Promise<void> {
  await Promise.race([runs?.stopAll(), delay(patience, undefined, { ref: false })]);
}
