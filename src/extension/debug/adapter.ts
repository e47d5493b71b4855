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
  const provider = new ConfigurationProvider();
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(createAdapter(ports)),
    }),
    vscode.debug.registerDebugConfigurationProvider(debugType, provider),
    vscode.debug.registerDebugConfigurationProvider(
      debugType,
      { provideDebugConfigurations: () => provider.provideDebugConfigurations() },
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
  );
}

/** Fills launch configurations of type `heatline` in: F5 without any, and what is left out. */
class ConfigurationProvider implements vscode.DebugConfigurationProvider {
  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    return [profileFileConfiguration('${file}')];
  }

  /** Before variables are substituted. */
  resolveDebugConfiguration(
    folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    const isEmpty = !configuration.type && !configuration.request && !configuration.name;
    if (isEmpty) {
      const file = currentFile();
      if (file?.scheme !== 'file' || !isProgram(file.fsPath)) {
        void vscode.window.showInformationMessage('Open a JavaScript or TypeScript file to profile it with Heatline.');
        return undefined;
      }
      return this.resolveDebugConfiguration(folder, profileFileConfiguration(file.fsPath));
    }
    const samplingInterval = readSetting('samplingInterval', folder);
    const runtimeExecutable = String(readSetting('runtimeExecutable', folder)).trim();
    if (configuration.request === 'attach') return { samplingInterval, ...configuration };
    const defaults = {
      request: 'launch',
      samplingInterval,
      sampler: readSetting('sampler', folder),
      frameRepair: readSetting('frameRepair', folder),
      steady: readSetting('steady', folder),
      console: readSetting('console', folder),
      loader: readSetting('loader', folder),
      ...(runtimeExecutable && { runtimeExecutable }),
    };
    const { program } = configuration;
    const needsProgram = program === undefined && !namesCommand(configuration) ? { program: '${file}' } : {};
    const filled: vscode.DebugConfiguration = { ...defaults, ...needsProgram, ...configuration };
    // Output goes to the Debug Console only from programs that have no terminal.
    const opens = filled.console === 'integratedTerminal' ? 'neverOpen' : 'openOnSessionStart';
    return { internalConsoleOptions: opens, ...filled };
  }

  /** After: checks what can be told before anything starts. */
  resolveDebugConfigurationWithSubstitutedVariables(
    folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (configuration.request !== 'launch' && configuration.request !== 'attach') {
      throw new Error('Heatline launches programs or attaches to them: set "request" to "launch" or "attach".');
    }
    if (!vscode.workspace.isTrusted) {
      throw new Error('Profiling runs the program, so the workspace has to be trusted first.');
    }
    return { ...configuration, [folderKey]: folder?.uri.fsPath, [writtenKey]: isWritten(folder, configuration.name) };
  }
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
