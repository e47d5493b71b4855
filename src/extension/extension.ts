import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { attachCommands } from './commands/attach.ts';
import { registerChangesView } from './changes/changes-tree.ts';
import { compareCommands } from './commands/compare.ts';
import { heatCommands } from './commands/heat.ts';
import { profileLaunchConfiguration } from './commands/launch-configurations.ts';
import { profileNpmScript } from './commands/npm-scripts.ts';
import { profileCommands, rememberLaunches } from './commands/profile.ts';
import { exportRecording } from './commands/export.ts';
import { timeFunctionAtCursor } from './commands/time-calls.ts';
import { tellWhy } from './commands/why.ts';
import { recordingCommands } from './commands/recordings.ts';
import { revealCommands } from './commands/reveal.ts';
import { threadCommands } from './commands/threads.ts';
import { commands, internalCommands, sourceScheme } from './contributed-names.ts';
import { registerDebugger } from './debug/adapter.ts';
import { createProfilerPorts } from './debug/profiling.ts';
import type { RunRegistry } from './debug/run-registry.ts';
import { openFinding, registerFindings } from './findings/findings-view.ts';
import { HeatHover } from './heat/heat-hover.ts';
import { registerLanguageModelTools } from './language-model-tools.ts';
import { createParts, type Parts } from './parts.ts';
import { registerFileEditors } from './panel/file-editors.ts';
import { productionCommands } from './production/open-profile.ts';
import { takeInLeftovers } from './recordings/take-in-leftovers.ts';
import type { RecordingEntry } from './recordings/recording-list.ts';
import { registerCommands } from './report-error.ts';
import { showStatus } from './status-bar.ts';
import type { HotLinesTree } from './tree/hot-lines-tree.ts';
import { registerTestCodeLenses } from './test-code-lenses.ts';
import { registerViews } from './tree/views.ts';

/** The living parts, for the tests that run inside VS Code (test/vscode). Not an interface for other extensions. */
export interface HeatlineParts extends Parts {
  readonly tree: HotLinesTree;
}

/** What has to end with the extension; VS Code hands nothing to `deactivate`. */
let runs: RunRegistry | undefined;

/** VS Code waits somewhat longer, in milliseconds. */
const patience = 3000;

/** Wires the parts together; called by VS Code when the extension is first needed. */
export function activate(context: vscode.ExtensionContext): HeatlineParts {
  const parts = createParts(context);
  const { log, store, changes, panel } = parts;
  const { subscriptions, workspaceState } = context;
  runs = parts.runs;
  takeInLeftovers(parts.recordings, log).catch((error: unknown) => log.warn(String(error)));
  const views = registerViews(parts, context);
  registerChangesView(changes, subscriptions);
  const hover = new HeatHover(parts);
  subscriptions.push(
    registerDebugger(createProfilerPorts({ ...parts, onProfiled: () => views.introduce() })),
    showStatus(parts.runs, store, changes),
    registerFileEditors(context.extensionUri, parts),
    vscode.languages.registerHoverProvider([{ scheme: 'file' }, { scheme: sourceScheme }], hover),
    rememberLaunches(workspaceState),
    registerTestCodeLenses(),
    registerFindings(store),
    registerCommands(log, {
      ...profileCommands(parts, workspaceState),
      ...attachCommands(subscriptions),
      ...heatCommands(parts, views.hotLines),
      ...recordingCommands(parts),
      ...compareCommands(parts),
      ...productionCommands(parts, context.secrets),
      ...revealCommands(parts),
      ...threadCommands(parts),
      [commands.profileLaunchConfiguration]: profileLaunchConfiguration,
      [commands.profileNpmScript]: profileNpmScript,
      [commands.timeFunction]: () => timeFunctionAtCursor(store.current, workspaceState),
      [commands.why]: () => tellWhy(parts),
      [commands.exportRecording]: (row?: RecordingEntry) => exportRecording(parts, row),
      [commands.showLog]: () => log.show(),
      [commands.showFlameGraph]: async () => {
        await parts.lastShown.restore();
        panel.reveal();
      },
      [internalCommands.unfoldHover]: (view: unknown, row: unknown) => hover.unfold(view, row),
      [internalCommands.openFinding]: (id: unknown, row: unknown) => openFinding(store.find(Number(id)), Number(row)),
    }),
    registerLanguageModelTools({
      cli: vscode.Uri.joinPath(context.extensionUri, 'dist', 'cli.cjs').fsPath,
      recordings: parts.recordings.folder,
    }),
  );
  return { ...parts, tree: views.hotLines };
}

/** Ends the programs that are being profiled and keeps their recordings; called by VS Code before the extension goes. */
export async function deactivate(): Promise<void> {
  await Promise.race([runs?.stopAll(), delay(patience, undefined, { ref: false })]);
}
