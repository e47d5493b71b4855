import * as vscode from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { debugType } from '../contributed-names.ts';
import { ConfigurationProvider } from './configuration-provider.ts';
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
