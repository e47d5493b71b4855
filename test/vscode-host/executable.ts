import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { here } from './paths.ts';

const downloadTimeoutMs = 180_000;

/**
 * The VS Code to test in, for `runTests({ vscodeExecutablePath })`:
 * 1. `VSCODE_EXECUTABLE`, when it is set;
 * 2. else the desktop's, downloaded once, where a window can be shown and the download works;
 * 3. else the one from npm that this folder runs.
 */
export async function vscodeExecutable(): Promise<string> {
  if (process.env.VSCODE_EXECUTABLE) return path.resolve(process.env.VSCODE_EXECUTABLE);
  const fromNpm = path.join(here, 'code');
  if (!canShowWindows()) return fromNpm;
  try {
    return await downloadDesktop();
  } catch (error) {
    console.log(`Desktop VS Code cannot be downloaded (${String(error)}); taking the one from npm.`);
    return fromNpm;
  }
}

function canShowWindows(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

async function downloadDesktop(): Promise<string> {
  const version = process.env.VSCODE_VERSION ?? 'stable';
  const tooLate = sleep(downloadTimeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`not there after ${downloadTimeoutMs / 1000} s`);
  });
  return Promise.race([downloadAndUnzipVSCode({ version, timeout: 15_000 }), tooLate]);
}
