import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { bySampler, onUnix } from '../../support/it-where.ts';
import { until } from '../../support/until.ts';
import type { Running } from '../../support/running.ts';
import { useCommandLine, work } from './command-line.ts';

/** Has computed enough for its line 4 to be the hottest by far when it says that it is ready, and goes on without an end. */
const spin = `${work}work(150);\nconsole.log('ready');\nfor (;;) work(50);\n`;

describe('a recording that is ended', () => {
  const cli = useCommandLine();

  async function startReady(text: string, ...options: string[]): Promise<Running> {
    const running = cli.start(['run', ...options, cli.write('spin.js', text)]);
    await running.until('stdout', 'ready');
    return running;
  }

  for (const [what, end] of [
    ['SIGTERM', (running: Running) => running.press('SIGTERM')],
    ['Ctrl-C, which goes to the program as well,', (running: Running) => running.pressForAll()],
  ] as const)
    it(`by ${what} in an endless loop is reported on, and exits with 0`, async () => {
      const running = await startReady(spin);
      end(running);
      const { code, stderr } = await running.ended;
      assert.equal(code, 0, stderr);
      assert.match(stderr, /\nHot lines .*\n.* spin\.js:4 /);
    });

  it('by its duration is reported on, and exits with 0', async () => {
    const { stderr } = await cli.succeed(['run', '--duration', '200ms', cli.write('spin.js', spin)]);
    assert.match(stderr, /Recording: /);
  });

  onUnix('by Ctrl-C while a run only starts is reported on with the runs that were done', async () => {
    cli.write('app.js', `${work}work(20);`);
    // The third gets the signal before anything of it can be recorded, as all of its group do.
    const preload = cli.write(
      'preload.cjs',
      `const { existsSync, writeFileSync } = require('fs');
      const run = process.execArgv.some((flag) => flag.includes('bootloader')) && [1, 2, 3].find((run) => !existsSync('run' + run));
      if (run) writeFileSync('run' + run, '');
      if (run === 3) for (process.kill(0, 'SIGINT'); ; );`,
    );
    const env = { NODE_OPTIONS: `--require "${preload}"` };
    const { stderr } = await cli.succeed(['run', '--runs', '9', '-o', 'runs', 'app.js'], { env });
    assert.match(stderr, /runs +2; times are their means/);
    assert.match(stderr, /\nRecordings: .*runs\n$/);
  });

  it('by a second signal that kills the program has what was recorded until the first', async () => {
    // Asked to end (SIGTERM), this program would go on spinning.
    const running = await startReady(
      `process.on('exit', () => { for (;;); }); process.on('SIGTERM', () => {});\n${spin}`,
    );
    // On a busy machine two of one kind may become one, as the first is still to be delivered, and either may come first.
    running.press('SIGINT');
    running.press('SIGTERM');
    const { code, stderr } = await running.ended;
    assert.ok(code === 130 || code === 143, `${code}: ${stderr}`);
    assert.match(stderr, /\nHot lines .*\n.* spin\.js:5 /);
  });

  onUnix('with a killed program tells what was lost, and exits as a shell would', async () => {
    // While it waits for what kills it, nobody can take samples out of it.
    cli.write('killed.js', "require('child_process').execFileSync('kill', ['-9', String(process.pid)]);");
    const { code, stderr } = await cli.run(['run', '--sampler', 'inspector', 'killed.js']);
    assert.equal(code, 137, stderr);
    assert.match(stderr, /^error: The program was killed by SIGKILL: nothing was recorded; .*\.\n$/);
  });

  const ofAnalysis = 'is told of when Ctrl-C ends its analysis, even in a read that does not return';
  bySampler(onUnix)(ofAnalysis, async (sampler) => {
    execFileSync('mkfifo', [cli.path('pipe')]);
    // Nobody ever writes to the pipe: without Ctrl-C, the analysis does not end.
    const preload = cli.write(
      'block.cjs',
      `const fs = require('node:fs');
        if (!require('node:worker_threads').isMainThread) { fs.writeFileSync('analysing', ''); fs.readFileSync('pipe'); }`,
    );
    cli.write('short.js', `${work}work(20);`);
    const env = { NODE_OPTIONS: `--require=${JSON.stringify(preload)}` };
    const running = cli.start(['run', '--sampler', sampler, 'short.js'], { env });
    await until('the analysis', () => existsSync(cli.path('analysing')));
    running.press();
    const { code, stderr } = await running.ended;
    assert.equal(code, 130, stderr);
    assert.match(stderr, sampler === 'v8log' ? /^\nRecording: .+\.v8log\n$/ : /^\nRecording: .+\.cpuprofile\n$/);
  });
});
