import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { spawnSync } from 'node:child_process';
import { startRecording } from '../../../src/recorder/index.ts';
import { isLinux, isWindows, itWhere } from '../../support/it-where.ts';
import { BUSY, collect, readProfile, useBench } from '../../support/recording.ts';

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
    const { outcome, stdout } = await bench.record(
      `import inspector, { close, url } from 'node:inspector';
       console.log(url(), inspector.url(), close.name, inspector.url.name);
       close(); inspector.close(); process._debugEnd();
       try { inspector.waitForDebugger(); } catch (error) { console.log(error.code); }
       ${BUSY}busy(50);
       process.exitCode = 5;`,
      { name: 'closes.mjs' },
    );
    assert.equal(stdout, 'undefined undefined _debugEnd url\nERR_INSPECTOR_NOT_ACTIVE\n');
    assert.deepEqual([outcome.ending, outcome.diagnostics], [{ kind: 'exit', code: 5 }, []]);
    assert.ok((await readProfile(outcome)).samples.length > 0);
  });

  it('may open an inspector, of which nothing comes', async () => {
    const { outcome, stdout } = await bench.record(
      `const inspector = require('node:inspector');
       const opened = inspector.open(0); console.log(inspector.url(), typeof opened?.[Symbol.dispose]); inspector.close();
       ${BUSY}busy(50);`,
    );
    assert.equal(stdout, 'undefined function\n');
    assert.deepEqual([outcome.ending, outcome.diagnostics], [{ kind: 'exit', code: 0 }, []]);
  });

  it('is not told of the recorder, and the recording knows its scripts', async () => {
    const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' });
    const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`;
    const text = `${BUSY}busy(50);\n${comment}`;
    const { $heatline: facts } = await readProfile((await bench.record(text, { name: 'mapped.js' })).outcome);
    const script = facts.scripts.find(({ url }) => url.endsWith('/mapped.js'));
    assert.equal(script?.sourceMap, map);
    assert.equal(script?.contentHash, createHash('sha256').update(text).digest('hex'));
    assert.equal(facts.runtimeVersion, process.version);
  });

  itWhere(!isWindows, 'Windows has no /dev/zero')(
    'is not held up by a script that names a device without an end',
    async () => {
      const hot = `${BUSY}busy(50)`;
      const text = `require('vm').runInThisContext(${JSON.stringify(hot)}, '/dev/zero')`;
      assert.ok((await bench.record(text)).file);
    },
  );

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
      const command = `'${process.execPath}' --import=tsx '${driver}'`;
      const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' });
      assert.deepEqual(stdout.trim().split('\r\n'), ['true,true,true', 'own', '{"kind":"exit","code":0}']);
    },
  );
});
