import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ResolvedTarget, resolveTarget, type TypeScriptChoice } from '../../../src/target/resolve-target.ts';
import type { LoaderChoice } from '../../../src/target/workspace-loader.ts';
import { type NodeMajor, nodeBinary, nodeVersions } from '../../support/nodes.ts';

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** A folder of files for one test, with packages of ours linked into its node_modules. */
export interface Workspace {
  readonly folder: string;
  path(name: string): string;
  remove(): void;
}

export function makeWorkspace(files: Readonly<Record<string, string>>, packages: readonly string[] = []): Workspace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'heatline target é ')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const name of packages) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), link, 'junction');
  }
  return { folder, path: (name) => join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Run {
  readonly target: ResolvedTarget;
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Resolves a program for a pinned Node and really runs it. */
export async function run(
  workspace: Workspace,
  program: string,
  major: NodeMajor,
  typescript?: TypeScriptChoice,
  loader?: LoaderChoice,
): Promise<Run> {
  const target = await resolveTarget({
    program: workspace.path(program),
    cwd: workspace.folder,
    runtimeVersion: `v${nodeVersions[major]}`,
    typescript,
    loader,
  });
  const node = await nodeBinary(major);
  return new Promise((resolve) => {
    // Not the program's folder: the resolution must not depend on the working directory.
    execFile(
      node,
      [...target.runtimeArgs, target.program],
      { cwd: tmpdir(), env: { ...target.env, ...process.env } },
      (error, stdout, stderr) => resolve({ target, stdout, stderr, code: error ? Number(error.code) : 0 }),
    );
  });
}
