// Tests in a real VS Code: the extension under development, then the packaged and installed one, then the window
// itself as a user sees it. `npm run test:vscode -- development` runs one part only, `development changes` one suite of it.
import { spawn } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resolveCliArgsFromVSCodeExecutablePath, runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { makeScratch, removeScratch } from '../support/scratch.ts';
import { stageProject } from '../support/stage-project.ts';
import { vscodeExecutable } from '../vscode-host/executable.ts';
import { heatlineLog } from '../vscode-host/heatline-log.ts';
import { quietSettings, writeSettings } from '../vscode-host/settings.ts';
import { prepareWorkspace } from './workspace.ts';

const root = path.resolve(import.meta.dirname, '../..');
const bundles = path.join(root, 'out/vscode-tests');
const vsix = path.join(root, 'out/heatline.vsix');

const suites = [
  'main-job.test',
  'debugging.test',
  'launching.test',
  'editing.test',
  'state.test',
  'why.test',
  'changes.test',
  'language-model-tools.test',
];

interface Place {
  readonly workspace: string;
  readonly userDataDir: string;
  readonly extensionsDir: string;
}

const isWanted = (suite: string): boolean =>
  !suites.some((name) => process.argv.includes(name.replace('.test', ''))) ||
  process.argv.includes(suite.replace('.test', ''));

const parts: Readonly<Record<string, () => Promise<void>>> = {
  development: () => inPlace((place) => runSuites(place, root, suites.filter(isWanted))),
  installed: () => inPlace(testInstalled),
  // The suites share a window, which one of them wants to be new.
  window: () => command('npx', ['mocha', 'test/vscode/ui/fresh.test.ts', 'test/vscode/ui/*.test.ts']),
};

async function inPlace(work: (place: Place) => Promise<void>): Promise<void> {
  const folder = await makeScratch();
  const place = {
    workspace: await prepareWorkspace(path.join(folder, 'workspace')),
    userDataDir: path.join(folder, 'ud'),
    extensionsDir: path.join(folder, 'ext'),
  };
  // Big recordings are opened as text, too.
  writeSettings(place.userDataDir, { ...quietSettings, 'workbench.editorLargeFileConfirmation': 100 });
  try {
    await work(place);
  } finally {
    await removeScratch(folder);
  }
}

async function runSuites(place: Place, extensionDevelopmentPath: string, suites: readonly string[]): Promise<void> {
  try {
    await runTests({
      vscodeExecutablePath: await vscodeExecutable(),
      extensionDevelopmentPath,
      extensionTestsPath: path.join(bundles, 'index.cjs'),
      extensionTestsEnv: { HEATLINE_SUITE: suites.join() },
      launchArgs: [place.workspace, ...folders(place)],
    });
  } catch (error) {
    console.log((await heatlineLog(place.userDataDir)).join('\n'));
    throw error;
  }
}

/** Packs and installs the extension, and runs it beside an empty one under development. */
async function testInstalled(place: Place): Promise<void> {
  await pack(path.join(place.workspace, '../package'));
  const executable = await vscodeExecutable();
  const [cli, ...args] = resolveCliArgsFromVSCodeExecutablePath(executable, { reuseMachineInstall: true });
  await command(cli, [...args, ...folders(place), '--install-extension', vsix]);
  const empty = path.join(place.userDataDir, 'empty-extension');
  await mkdir(empty, { recursive: true });
  const manifest = { name: 'empty', publisher: 'test', version: '0.0.1', engines: { vscode: '*' } };
  await writeFile(path.join(empty, 'package.json'), JSON.stringify(manifest));
  await runSuites(place, empty, ['main-job.test']);
}

/** Makes the .vsix as `npm run package` does, in a copy. */
async function pack(folder: string): Promise<void> {
  await mkdir(folder);
  await stageProject(folder);
  await command('npm', ['run', '--silent', 'package'], folder);
  await mkdir(path.dirname(vsix), { recursive: true });
  await copyFile(path.join(folder, 'out/heatline.vsix'), vsix);
}

function folders(place: Place): string[] {
  return [`--user-data-dir=${place.userDataDir}`, `--extensions-dir=${place.extensionsDir}`];
}

function command(file: string, args: readonly string[], cwd = root): Promise<void> {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32';
    const child = spawn(file, args, { cwd, stdio: 'inherit', shell });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(file)} ${args.join(' ')} ended with code ${code}`));
    });
  });
}

await build({
  entryPoints: ['index', ...suites].map((name) => path.join(import.meta.dirname, 'suite', `${name}.ts`)),
  outdir: bundles,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  sourcemap: 'inline',
  external: ['vscode', 'mocha'],
  logLevel: 'warning',
});
const wanted = process.argv.slice(2).filter((name) => name in parts);
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── VS Code, ${name}`);
  try {
    await run();
  } catch (error) {
    console.log(`VS Code, ${name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
