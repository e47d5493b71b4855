import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { isAlive } from '../../../src/recording/index.ts';
import { onLinux } from '../../support/it-where.ts';
import { Running } from '../../support/running.ts';
import { useCommandLine, work } from './command-line.ts';

/** Says after each turn that it is over. */
const server = `${work}setInterval(() => { work(5); console.log('turn'); }, 10);\n`;

describe('heatline attach', () => {
  const cli = useCommandLine({ shared: true });
  let program: Running;
  before(() => {
    const args = ['--inspect-port=0', cli.write('server.js', server)];
    program = new Running(spawn(process.execPath, args, { stdio: 'pipe' }));
  });
  after(() => program.press('SIGKILL'));

  onLinux('lists processes where none is named, and refuses one whose inspector is closed', async () => {
    await program.prints('turn', 1);
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
    await program.prints('turn', 40);
    running.press();
    const { code, stdout, stderr } = await running.ended;
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /\nHot lines .*\n.* server\.js:4 /);
    assert.match(stderr, /The recording was stopped; the program goes on\./);
    assert.ok(isAlive(program.pid));
    assert.ok(cli.kept().some((name) => /^server-.*\.cpuprofile$/.test(name)));
    // No native code of ours is in it, so nothing tells computing from being blocked.
    assert.equal(cli.readJson<{ quality: { clock: string } }>('a.json').quality.clock, 'wall');
    await program.prints('turn', 1);
  });
});
