import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isWindows } from '../support/it-where.ts';
import { withoutNpm } from '../support/installed-packages.ts';
import { nodeBinary, nodeMajors } from '../support/nodes.ts';
import { type Outcome, Running } from '../support/running.ts';
import { useScratch } from '../support/scratch.ts';
import { stageProject } from '../support/stage-project.ts';

const MAX_BYTES = 1_500_000;

/** Burns its line 3 for some 0.2 s of CPU time, with its own exit code. */
const PROGRAM = `function spin() {
  let x = 1;
  for (let k = 0; k < 2e7; k++) x = (x * 31 + k) % 1000003;
  return x;
}
spin();
process.exitCode = 7;
`;

const run = (file: string, args: readonly string[], cwd: string, env = withoutNpm(process.env)): Promise<Outcome> =>
  new Running(spawn(file, args, { cwd, env, shell: isWindows })).ended;

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await run('npm', [...args, '--offline', '--no-audit', '--no-fund'], cwd);
  assert.equal(code, 0, stderr);
}

describe('the npm package', () => {
  const scratch = useScratch();
  let archive: string;

  before(async () => {
    const project = scratch('heatline');
    await mkdir(project);
    await stageProject(project);
    await npm(['pack', '--pack-destination', scratch()], project);
    const archives = (await readdir(scratch())).filter((name) => name.endsWith('.tgz'));
    assert.equal(archives.length, 1);
    archive = scratch(archives[0]);
    await writeFile(scratch('app.js'), PROGRAM);
    await npm(['install', '--global', '--prefix', scratch('global'), archive], scratch());
  });

  const installed = (): string => scratch('global', ...(isWindows ? [] : ['lib']), 'node_modules', 'heatline');

  it('is small, and has built files and the skill for agents alone', async () => {
    assert.ok((await stat(archive)).size < MAX_BYTES);
    const names = (await readdir(installed())).sort().join(' ');
    assert.equal(names, 'CHANGELOG.md LICENSE README.md dist package.json skills');
    const built = await readdir(path.join(installed(), 'dist'));
    assert.ok(built.includes('ThirdPartyNotices.txt'));
    for (const name of built) assert.doesNotMatch(name, /\.(map|ts)$|^extension|^record-program/);
  });

  for (const major of nodeMajors) {
    it(`installs without a build, and profiles a program on Node ${major}`, async () => {
      const node = await nodeBinary(major);
      const env = { ...withoutNpm(process.env), PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) };
      const command = scratch('global', isWindows ? 'heatline.cmd' : 'bin/heatline');
      const page = scratch(`graph-${major}.html`);
      const { code, stderr } = await run(command, ['run', '--flamegraph', page, 'app.js'], scratch(), env);
      assert.equal(code, 7, stderr);
      assert.match(stderr, /app\.js:3/);
      assert.match(stderr, new RegExp(`Node v${major}\\.`));
      assert.ok((await stat(page)).size > 50_000);
    });
  }

  it('runs by npx in a project that has it', async () => {
    const project = scratch('project');
    await mkdir(project);
    await writeFile(path.join(project, 'package.json'), '{ "private": true }');
    await writeFile(path.join(project, 'app.ts'), PROGRAM.replace('let x = 1', 'let x: number = 1'));
    await npm(['install', archive], project);
    const { code, stderr } = await run('npx', ['--no', 'heatline', 'run', 'app.ts'], project);
    assert.equal(code, 7, stderr);
    assert.match(stderr, /app\.ts:3/);
  });
});
