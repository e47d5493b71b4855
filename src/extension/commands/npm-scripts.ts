import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { attempt } from '../../core/index.ts';
import { debugType } from '../contributed-names.ts';
import { withoutIcons } from '../plain-text.ts';

interface Script {
  readonly name: string;
  readonly command: string;
  /** Absolute path. */
  readonly folder: string;
}

/** Profiles a script of a package.json, with all that it starts. `chosen`: a row of *NPM Scripts*, or the uri of a package.json. */
export async function profileNpmScript(chosen?: unknown): Promise<void> {
  const script = fromView(chosen) ?? (await choose(chosen instanceof vscode.Uri ? chosen : undefined));
  if (!script) return;
  const { name, folder } = script;
  const manager = await packageManagerOf(folder);
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder)), {
    type: debugType,
    request: 'launch',
    name: `${manager} run ${name}`,
    runtimeExecutable: manager,
    runtimeArgs: ['run', name],
    cwd: folder,
  });
}

/** The script of a row of *NPM Scripts*, a view of an extension that comes with VS Code; undefined for anything else. */
function fromView(row: unknown): Pick<Script, 'name' | 'folder'> | undefined {
  const { task } = Object(row) as { task?: unknown };
  const { definition, scope } = Object(task) as { definition?: unknown; scope?: unknown };
  const { script, path: within = '' } = Object(definition) as { script?: unknown; path?: unknown };
  const { uri } = Object(scope) as { uri?: unknown };
  if (typeof script !== 'string' || typeof within !== 'string' || !(uri instanceof vscode.Uri)) return undefined;
  return { name: script, folder: path.join(uri.fsPath, within) };
}

/** The script in which the cursor is, if `wanted` is the package.json in front, or one that the user picks. */
async function choose(wanted: vscode.Uri | undefined): Promise<Script | undefined> {
  const files = wanted ? [wanted] : await vscode.workspace.findFiles('**/package.json', '**/node_modules/**', 200);
  const scripts = (await Promise.all(files.map(readScripts))).flat();
  if (scripts.length === 0) {
    throw new Error(wanted ? `${wanted.fsPath} has no scripts.` : 'No package.json of this workspace has scripts.');
  }
  const atCursor = wanted && findAtCursor(wanted, scripts);
  if (atCursor) return atCursor;
  const items = scripts.map((script) => {
    const folder = vscode.workspace.asRelativePath(script.folder);
    const description = folder === script.folder ? '' : folder;
    return { label: withoutIcons(script.name), description, detail: withoutIcons(script.command), script };
  });
  const options = { title: 'Profile npm Script', matchOnDescription: true, matchOnDetail: true };
  return (await vscode.window.showQuickPick(items, options))?.script;
}

/** The scripts of a package.json as it is on disk, where the package manager reads it. */
async function readScripts(file: vscode.Uri): Promise<Script[]> {
  const text = await fs.readFile(file.fsPath, 'utf8').catch(() => '');
  const contents = attempt(() => JSON.parse(text.replace(/^\uFEFF/, '')) as unknown);
  const { scripts } = Object(contents) as { scripts?: unknown };
  return Object.entries(Object(scripts) as Record<string, unknown>).flatMap(([name, command]) =>
    typeof command === 'string' ? [{ name, command, folder: path.dirname(file.fsPath) }] : [],
  );
}

function findAtCursor(file: vscode.Uri, scripts: readonly Script[]): Script | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.toString() !== file.toString()) return undefined;
  const [, name, command] = /^\s*"(.+?)"\s*:\s*"(.*)"/.exec(editor.document.lineAt(editor.selection.active).text) ?? [];
  return scripts.find((script) => script.name === name && JSON.stringify(script.command) === `"${command}"`);
}

const lockFiles: readonly (readonly [string, string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['package-lock.json', 'npm'],
];

/** What runs the scripts of a folder: as the setting `npm.packageManager` says, else the one whose lock file is nearest. */
async function packageManagerOf(folder: string): Promise<string> {
  const set = vscode.workspace.getConfiguration('npm', vscode.Uri.file(folder)).get<string>('packageManager', 'auto');
  if (/^(npm|yarn|pnpm)$/.test(set)) return set;
  for (let current = folder; ; current = path.dirname(current)) {
    const names = await fs.readdir(current).catch((): string[] => []);
    const found = lockFiles.find(([file]) => names.includes(file));
    if (found) return found[1];
    if (path.dirname(current) === current) return 'npm';
  }
}
