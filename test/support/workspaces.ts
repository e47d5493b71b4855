import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ResolvedTarget, resolveTarget, type TypeScriptChoice } from '../../src/target/resolve-target.ts';
import type { LoaderChoice } from '../../src/target/workspace-loader.ts';
import { repository } from './build.ts';
import { type NodeMajor, nodeBinary, nodeVersions } from './nodes.ts';
import { type Outcome, Running } from './running.ts';
import { useScratch } from './scratch.ts';

/** A folder of files, as a user's project. */
export class Workspace {
  constructor(readonly folder: string) {}

  path(name: string): string {
    return path.join(this.folder, name);
  }

  /** How a program of it is run on a pinned Node. */
  resolve(
    program: string,
    major: NodeMajor,
    typescript?: TypeScriptChoice,
    loader?: LoaderChoice,
  ): Promise<ResolvedTarget> {
    const runtimeVersion = `v${nodeVersions[major]}`;
    const asked = { runtimeVersion, typescript, loader, bundles: path.join(repository, 'dist') };
    return resolveTarget({ program: this.path(program), cwd: this.folder, ...asked });
  }

  /** Resolves a program, and really runs it; what strips types has to be built. */
  async run(...[program, major, ...how]: Parameters<Workspace['resolve']>): Promise<Run> {
    const target = await this.resolve(program, major, ...how);
    // Not the program's folder: the resolution must not depend on the working directory.
    const options = { cwd: tmpdir(), env: { ...target.env, ...process.env } };
    const args = [...target.runtimeArgs, target.program];
    return { target, ...(await new Running(spawn(await nodeBinary(major), args, options)).ended) };
  }
}

interface Run extends Outcome {
  readonly target: ResolvedTarget;
}

/** Makes workspaces for the tests of the suite that calls this, with packages of ours linked into their node_modules. */
export function useWorkspaces(): (files: Readonly<Record<string, string>>, packages?: readonly string[]) => Workspace {
  const scratch = useScratch();
  let made = 0;
  return (files, packages = []) => {
    const workspace = new Workspace(scratch(`workspace é ${++made}`));
    const prepare = (name: string): string => {
      mkdirSync(path.dirname(workspace.path(name)), { recursive: true });
      return workspace.path(name);
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(prepare(name), text);
    for (const name of packages)
      symlinkSync(path.join(repository, 'node_modules', name), prepare(`node_modules/${name}`), 'junction');
    return workspace;
  };
}
