import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { spawnSync } from 'node:child_process';
import { startRecording } from '../../../src/recorder/index.ts';
import { filterInspectorLines } from '../../../src/recorder/stderr-filter.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { collect, readProfile, record, useBench } from '../../support/recording.ts';

describe('a recorded program', () => {
  const bench = useBench();

  it('has its streams byte for byte', async () => {
    const program = await bench.write(
      'echo.js',
      'process.stdin.on("data", (d) => { process.stdout.write(d); process.stderr.write(d); })',
    );
    const session = await startRecording(bench.options(program));
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 31) & 255));
    session.stdin?.end(bytes);
    const [stdout, stderr] = await Promise.all([collect(session.stdout), collect(session.stderr)]);
    assert.ok(stdout.equals(bytes));
    assert.ok(stderr.equals(bytes));
    assert.equal((await session.finished).ending.kind, 'exit');
  });

  it('does not tell the inspector’s id over HTTP', async () => {
    const preload = await bench.write('keeps-url.js', "globalThis.inspectorUrl = require('inspector').url");
    const program = await bench.write('url.js', 'console.log(inspectorUrl()); setInterval(() => {}, 1000)');
    const env = { ...process.env, NODE_OPTIONS: `--require=${preload}` };
    const session = await startRecording(bench.options(program, { env }));
    const line = await new Promise<Buffer>((resolve) => session.stdout?.once('data', resolve));
    const { host } = new URL(line.toString().trim());
    const listed = await new Promise<string>((resolve) => {
      get(`http://${host}/json/list`, (response) => void text(response).then(resolve)).on('error', () => resolve(''));
    });
    await session.stop();
    assert.equal(listed, '');
    assert.ok(existsSync((await session.finished).recording ?? ''));
  });

  it('sees no inspector and cannot close ours, by whatever name', async () => {
    const program = await bench.write(
      'closes.mjs',
      `import inspector, { close, url } from 'node:inspector';
       console.log(url(), inspector.url(), close.name, inspector.url.name);
       close(); inspector.close(); process._debugEnd();
       try { inspector.waitForDebugger(); } catch (error) { console.log(error.code); }
       const end = Date.now() + 100; while (Date.now() < end);
       process.exitCode = 5;`,
    );
    const { outcome, stdout } = await record(bench.options(program));
    assert.equal(stdout.toString(), 'undefined undefined _debugEnd url\nERR_INSPECTOR_NOT_ACTIVE\n');
    assert.deepEqual(outcome.ending, { kind: 'exit', code: 5 });
    assert.deepEqual(outcome.diagnostics, []);
    assert.ok((await readProfile(outcome)).samples.length > 0);
  });

  it('may open an inspector, of which nothing comes', async () => {
    const program = await bench.write(
      'opens.js',
      `const inspector = require('node:inspector');
       const opened = inspector.open(0); console.log(inspector.url(), typeof opened?.[Symbol.dispose]); inspector.close();
       const end = Date.now() + 100; while (Date.now() < end);`,
    );
    const { outcome, stdout } = await record(bench.options(program));
    assert.equal(stdout.toString(), 'undefined function\n');
    assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
    assert.deepEqual(outcome.diagnostics, []);
  });

  it('is not told of the recorder, and the recording knows its scripts', async () => {
    const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' });
    const busy = 'const end = Date.now() + 150; while (Date.now() < end);\n';
    const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`;
    const program = await bench.write('mapped.js', `${busy}${comment}`);
    const { outcome } = await record(bench.options(program));
    const { $heatline: facts } = await readProfile(outcome);
    const script = facts.scripts.find(({ url }) => url.endsWith('/mapped.js'));
    assert.equal(script?.sourceMap, map);
    assert.equal(
      script?.contentHash,
      createHash('sha256')
        .update(await readFile(program))
        .digest('hex'),
    );
    assert.equal(facts.runtimeVersion, process.version);
  });

  itWhere(isLinux, 'the CPU clock needs Linux')('has its CPU time on the clock of the samples', async () => {
    const program = await bench.write('busy.js', 'const end = Date.now() + 150; while (Date.now() < end);\n');
    const { outcome } = await record(bench.options(program));
    const { $heatline: facts, startTime, endTime } = await readProfile(outcome);
    const times = facts.cpuClock?.timesUs ?? [];
    assert.ok(times.length > 2);
    assert.ok(times[0] < endTime && (times.at(-1) ?? 0) > startTime);
  });

  itWhere(isLinux, 'needs the `script` of util-linux')(
    'has a terminal if we have one, without the inspector’s lines on it',
    async () => {
      const program = await bench.write(
        'tty.js',
        'console.log([0, 1, 2].map((fd) => require("tty").isatty(fd)).join()); console.error("own")',
      );
      const options = JSON.stringify(bench.options(program, { stdio: 'inherit' }));
      const index = path.resolve('src/recorder/index.ts');
      const driver = await bench.write(
        'driver.mts',
        `import { startRecording, type LaunchCommand } from ${JSON.stringify(index)};
       const session = await startRecording({ ...${options}, env: process.env });
       console.log(JSON.stringify((await session.finished).ending));`,
      );
      const command = `${process.execPath} --import=tsx ${driver}`;
      const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' });
      assert.deepEqual(stdout.trim().split('\r\n'), ['true,true,true', 'own', '{"kind":"exit","code":0}']);
    },
  );
});
