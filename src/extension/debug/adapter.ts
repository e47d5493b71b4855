import * as path from 'node:path';
import * as vscode from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { debugType, isProgram } from '../contributed-names.ts';
import { currentFile } from '../current-file.ts';
import { readSetting } from '../settings.ts';
import { isWritten } from '../commands/launch-configurations.ts';
import { folderKey, writtenKey } from './launch-options.ts';
import { type ProfilerPorts, ProfilerSession } from './profiler-session.ts';

/** The debug adapter, run inside the extension host: VS Code hands it messages, no process is started for it. */
function createAdapter(ports: ProfilerPorts): vscode.DebugAdapter {
  const messages = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  const session = new ProfilerSession((message) => messages.fire(message), ports);
  return {
    onDidSendMessage: messages.event,
    handleMessage: (message) => session.handle(message as DebugProtocol.ProtocolMessage),
    dispose: () => session.dispose(),
  };
}

/** Registers the debug type: its adapter, and what fills its configurations in. */
export function registerDebugger(ports: ProfilerPorts): vscode.Disposable {
  const provideDebugConfigurations = () => [profileFileConfiguration('${file}')];
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(createAdapter(ports)),
    }),
    vscode.debug.registerDebugConfigurationProvider(debugType, {
      provideDebugConfigurations,
      resolveDebugConfiguration: fillIn,
      resolveDebugConfigurationWithSubstitutedVariables: check,
    }),
    vscode.debug.registerDebugConfigurationProvider(
      debugType,
      { provideDebugConfigurations },
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
  );
}

type Folder = vscode.WorkspaceFolder | undefined;

/** Settings of the same names as the properties that they are the defaults of. */
const settingsToFillIn = ['samplingInterval', 'sampler', 'frameRepair', 'steady', 'console', 'loader'] as const;

/** Fills a configuration of type `heatline` in, before variables are substituted: F5 without any, and what is left out. */
function fillIn(folder: Folder, configuration: vscode.DebugConfiguration): vscode.DebugConfiguration | undefined {
  const isEmpty = !configuration.type && !configuration.request && !configuration.name;
  if (isEmpty) {
    const file = currentFile();
    if (file?.scheme === 'file' && isProgram(file.fsPath)) return fillIn(folder, profileFileConfiguration(file.fsPath));
    void vscode.window.showInformationMessage('Open a JavaScript or TypeScript file to profile it with Heatline.');
    return undefined;
  }
  if (configuration.request === 'attach')
    return { samplingInterval: readSetting('samplingInterval', folder), ...configuration };
  const runtimeExecutable = String(readSetting('runtimeExecutable', folder)).trim();
  const { program } = configuration;
  const defaults = {
    request: 'launch',
    ...Object.fromEntries(settingsToFillIn.map((name) => [name, readSetting(name, folder)])),
    ...(runtimeExecutable && { runtimeExecutable }),
    ...(program === undefined && !namesCommand(configuration) && { program: '${file}' }),
  };
  const filled: vscode.DebugConfiguration = { ...defaults, ...configuration };
  // Output goes to the Debug Console only from programs that have no terminal.
  const opens = filled.console === 'integratedTerminal' ? 'neverOpen' : 'openOnSessionStart';
  return { internalConsoleOptions: opens, ...filled };
}

/** Checks what can be told of it before anything starts. */
function check(folder: Folder, configuration: vscode.DebugConfiguration): vscode.DebugConfiguration {
  if (configuration.request !== 'launch' && configuration.request !== 'attach') {
    throw new Error('Heatline launches programs or attaches to them: set "request" to "launch" or "attach".');
  }
  if (!vscode.workspace.isTrusted) {
    throw new Error('Profiling runs the program, so the workspace has to be trusted first.');
  }
  return { ...configuration, [folderKey]: folder?.uri.fsPath, [writtenKey]: isWritten(folder, configuration.name) };
}

/** Whether it says what to run without a program, as `npm run build` does. */
function namesCommand({ runtimeExecutable, runtimeArgs }: vscode.DebugConfiguration): boolean {
  const isNode = typeof runtimeExecutable !== 'string' || /^node(\.exe)?$/i.test(path.basename(runtimeExecutable));
  return !isNode && runtimeArgs !== undefined;
}

/** The configuration that profiles one file. */
export function profileFileConfiguration(program: string): vscode.DebugConfiguration {
  const name = program.startsWith('${') ? 'Profile Current File' : `Profile ${path.basename(program)}`;
  return { type: debugType, request: 'launch', name, program };
}
