// Takes the place of the desktop `code` binary where that cannot be had: the same command line, served by VS Code's
// server from npm and a headless chromium. For `@vscode/test-electron`: runTests({ vscodeExecutablePath: <./code>, … }).
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCommandLine, type CommandLine } from './command-line.ts';
import { exitCodes, runExtensionTests } from './extension-tests.ts';
import { ensureInstalled } from './install.ts';
import { serverEntry, serverNode } from './paths.ts';
import { folderArgs, startServer } from './server.ts';
import { openWorkbench, workbenchUrl } from './workbench.ts';

async function main(line: CommandLine, signal: AbortSignal): Promise<number> {
  await ensureInstalled();
  if (line.manage.length > 0) return manageExtensions(line);
  const { extensionTestsPath } = line;
  if (extensionTestsPath === undefined) return showWindow(line, signal);
  const timeoutMs = Number(process.env.VSCODE_HOST_TIMEOUT_MS ?? 1_800_000);
  return runExtensionTests({ ...line, extensionTestsPath, timeoutMs, signal });
}

function manageExtensions(line: CommandLine): number {
  const dirs = { userDataDir: line.userDataDir, extensionsDir: line.extensionsDir ?? line.userDataDir };
  const args = [serverEntry(), ...line.manage, ...folderArgs(dirs)];
  return spawnSync(serverNode(), args, { stdio: 'inherit' }).status ?? exitCodes.failed;
}

/** As the desktop binary does: opens the window and stays until it is closed (here: until a signal). */
async function showWindow(line: CommandLine, signal: AbortSignal): Promise<number> {
  const server = await startServer(line);
  const workbench = await openWorkbench(server, line);
  console.log(workbenchUrl(server, line));
  await new Promise<void>((resolve) => {
    workbench.page.on('close', () => resolve());
    signal.addEventListener('abort', () => resolve());
  });
  await workbench.close();
  await server.stop();
  return exitCodes.passed;
}

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    interrupt.abort();
  });
}
const code = await main(parseCommandLine(process.argv.slice(2)), interrupt.signal).catch((error: unknown) => {
  console.error('vscode-host:', error);
  return exitCodes.failed;
});
await sleep(100); // runTests() drops what it has not read when this process ends
process.exit(interrupt.signal.aborted ? exitCodes.interrupted : code);
