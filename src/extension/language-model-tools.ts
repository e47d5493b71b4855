import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { languageModelTools, toolPrefix } from './contributed-names.ts';
import { mergeEnvironment } from './debug/launch-environment.ts';
import { codeSpan, commandText } from './plain-text.ts';
import { readRuntime } from './settings.ts';

/** What a tool is given. Only those that run a program have a command. */
type ToolInput = { readonly command?: readonly string[] };

interface ToolHost {
  /** Absolute path of the bundled command line. */
  readonly cli: string;
  /** Absolute path of the folder of this workspace's recordings, which may not be there yet. */
  readonly recordings: string;
}

/**
 * Offers Heatline's tools to language models in VS Code. Each call asks `heatline mcp`, in a process of its own: so the tools
 * are the same everywhere, and no program of theirs runs in the extension host.
 */
export function registerLanguageModelTools(host: ToolHost): vscode.Disposable {
  return vscode.Disposable.from(
    ...languageModelTools.map((name) =>
      vscode.lm.registerTool<ToolInput>(`${toolPrefix}${name}`, {
        prepareInvocation: ({ input }) => confirmation(input),
        invoke: ({ input }, token) => invoke(host, name, input, token),
      }),
    ),
  );
}

function confirmation({ command }: ToolInput): vscode.PreparedToolInvocation | undefined {
  // The server refuses what is no list.
  if (!Array.isArray(command)) return undefined;
  const message = new vscode.MarkdownString(
    `${codeSpan(commandText(command))} runs on this machine, with your rights.`,
  );
  return { invocationMessage: 'Running the program', confirmationMessages: { title: 'Run this program?', message } };
}

async function invoke(
  host: ToolHost,
  name: string,
  input: ToolInput,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!vscode.workspace.isTrusted || folder?.uri.scheme !== 'file')
    throw new Error(
      'Heatline needs a folder on this machine, in a workspace that is trusted. Ask the user to open one.',
    );
  const { text, isError } = await ask(host, folder, { name, arguments: input }, token);
  if (isError) throw new Error(text);
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** Asks a server one thing. It ends, with the program that it runs, when its input does. */
async function ask(
  { cli, recordings }: ToolHost,
  folder: vscode.WorkspaceFolder,
  params: object,
  token: vscode.CancellationToken,
) {
  const runtime = readRuntime(folder) ?? 'node';
  const shared = existsSync(recordings) ? ['--recordings', recordings] : [];
  const server = spawn(runtime, [cli, 'mcp', ...shared], {
    cwd: folder.uri.fsPath,
    env: mergeEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // That it does not start, or ends early, is seen by the end of its output.
  server.on('error', () => undefined);
  server.stdin.on('error', () => undefined);
  const cancelling = token.onCancellationRequested(() => server.stdin.end());
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: meta } };
  server.stdin.write(`${JSON.stringify(request)}\n`);
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      // A file that NODE_OPTIONS names may print too.
      if (line.startsWith('{"jsonrpc"')) return readAnswer(line);
    }
  } finally {
    cancelling.dispose();
    server.stdin.end();
  }
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const isStarted = server.pid !== undefined;
  const what = isStarted ? 'Heatline ended before it answered' : `${path.basename(runtime)} could not be started`;
  throw new Error(`${what}. Set heatline.runtimeExecutable to a Node of version 20 or later.`);
}

/** The server's answer, which is ours: only its kind is asked for. */
function readAnswer(line: string) {
  type Response = {
    readonly result?: { readonly content: readonly [{ readonly text: string }]; readonly isError: boolean };
    readonly error?: { readonly message: string };
  };
  const { result, error } = JSON.parse(line) as Response;
  return { text: result?.content[0].text ?? error?.message ?? '', isError: result?.isError ?? true };
}
