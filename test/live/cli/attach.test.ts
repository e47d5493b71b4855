import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { isAlive } from '../../../src/recording/index.ts';
import { onLinux } from '../../support/it-where.ts';
import { useCommandLine, work } from './command-line.ts';

/** Says after each turn that it is over. */
const server = `${work}setInterval(() => { work(5); console.log('turn'); }, 10);\n`;

describe('heatline attach', () => {
  const cli = useCommandLine({ shared: true });
  let program: ChildProcess;
  let lines: Interface;
  before(() => {
    program = spawn(process.execPath, ['--inspect-port=0', cli.write('server.js', server)], { stdio: 'pipe' });
    lines = createInterface(program.stdout ?? assert.fail());
  });
  after(() => program.kill('SIGKILL'));

  async function turns(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => lines.once('line', resolve));
  }

  onLinux('lists processes where none is named, and refuses one whose inspector is closed', async () => {
    await turns(1);
    const listed = await cli.run(['attach']);
    assert.equal(listed.code, 2);
    assert.match(listed.stderr, /^Say which program to attach to/);
    assert.match(listed.stderr, new RegExp(` ${program.pid} .*server\\.js`));
    const refused = await cli.run(['attach', String(program.pid)]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^heatline: The inspector of process \d+ \(.*server\.js\) is closed; add --signal /);
  });

  onLinux('reports what a process does until Ctrl-C, and lets it go on', async () => {
    const running = cli.start(['attach', '--signal', '--json', 'a.json', String(program.pid)]);
    await running.until('stderr', 'Profiling process');
    await turns(40);
    running.press();
    const { code, stdout, stderr } = await running.ended;
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /\nHot lines .*\n.* server\.js:4 /);
    assert.match(stderr, /The recording was stopped; the program goes on\./);
    assert.ok(isAlive(program.pid ?? 0));
    assert.ok(cli.kept().some((name) => /^server-.*\.cpuprofile$/.test(name)));
    // No native code of ours is in it, so nothing tells computing from being blocked.
    assert.equal(cli.readJson<{ quality: { clock: string } }>('a.json').quality.clock, 'wall');
    await turns(1);
  });
});
