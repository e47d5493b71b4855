import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../../src/recording/index.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { Bench, buildCommand } from './command.ts';

const server = `function work() { let x = 0; for (let i = 0; i < 2e6; i++) x += Math.sqrt(x + i); return x; }
setInterval(work, 20);
`;

describe('heatline attach, built', function () {
  this.timeout(60_000);
  let bench: Bench;
  let program: ChildProcess | undefined;
  before(buildCommand);
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => {
    program?.kill('SIGKILL');
    bench.remove();
  });

  async function startServer(): Promise<number> {
    program = spawn(process.execPath, ['--inspect-port=0', bench.write('server.js', server)], { stdio: 'ignore' });
    await sleep(800);
    return program.pid ?? 0;
  }

  itWhere(isLinux, 'needs /proc')('reports what a process does until Ctrl-C, and lets it go on', async () => {
    const pid = await startServer();
    const refused = await bench.run(['attach', String(pid)]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^heatline: The inspector of process \d+ \(.*server\.js\) is closed; add --signal /);
    let isInterrupted = false;
    const actOnError = (child: ChildProcess, text: string): void => {
      if (isInterrupted || !text.includes('Profiling process')) return;
      isInterrupted = true;
      setTimeout(() => child.kill('SIGINT'), 1000);
    };
    const { code, stdout, stderr } = await bench.run(['attach', '--signal', '--json', 'a.json', String(pid)], {
      actOnError,
    });
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /server\.js: \d+\.\d % of .* is spent on server\.js:1, in work\./);
    assert.match(stderr, /The recording was stopped; the program goes on\./);
    assert.ok(isAlive(pid));
    assert.ok(readdirSync(bench.path('.heatline')).some((name) => /^server-.*\.cpuprofile$/.test(name)));
    const { quality } = JSON.parse(readFileSync(bench.path('a.json'), 'utf8')) as { quality: { clock: string } };
    assert.equal(quality.clock, 'cpu');
  });

  itWhere(isLinux, 'needs /proc')('lists processes where none is named', async () => {
    const pid = await startServer();
    const { code, stderr } = await bench.run(['attach']);
    assert.equal(code, 2);
    assert.match(stderr, /^Say which program to attach to/);
    assert.ok(
      stderr.split('\n').some((line) => line.includes(` ${pid} `) && line.includes('server.js')),
      stderr,
    );
  });

  it('says what cannot be attached to', async () => {
    const { code, stderr } = await bench.run(['attach', 'server.js']);
    assert.deepEqual(
      [code, stderr],
      [
        2,
        'heatline: "server.js" is neither an inspector nor a process: write 9229, host:9229, a ws:// address, or pid:4711.\n',
      ],
    );
  });
});
