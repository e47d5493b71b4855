import * as vscode from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { debugType } from '../contributed-names.ts';
import { ConfigurationProvider } from './configuration-provider.ts';
import { type ProfilerPorts, ProfilerSession } from './profiler-session.ts';

/** The debug adapter, run inside the extension host: VS Code hands it messages, no process is started for it. */
class InlineAdapter implements vscode.DebugAdapter {
  readonly #messages = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  readonly onDidSendMessage = this.#messages.event;
  readonly #session: ProfilerSession;

  constructor(ports: ProfilerPorts) {
    this.#session = new ProfilerSession((message) => this.#messages.fire(message), ports);
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    this.#session.handle(message as DebugProtocol.ProtocolMessage);
  }

  dispose(): void {
    this.#session.dispose();
    this.#messages.dispose();
  }
}

/** Registers the debug type: its adapter, and what fills its configurations in. */
export function registerDebugger(ports: ProfilerPorts): vscode.Disposable {
  const provider = new ConfigurationProvider();
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory(debugType, {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(new InlineAdapter(ports)),
    }),
    vscode.debug.registerDebugConfigurationProvider(debugType, provider),
    vscode.debug.registerDebugConfigurationProvider(
      debugType,
      { provideDebugConfigurations: () => provider.provideDebugConfigurations() },
      vscode.DebugConfigurationProviderTriggerKind.Dynamic,
    ),
  );
}
