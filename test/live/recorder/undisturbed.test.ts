import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { onLinux, onUnix } from '../../support/it-where.ts';
import { assertRecorded, BUSY, collect, exit, printed, readNotes, useBench } from '../../support/recording.ts';

describe('a recorded program', () => {
  const bench = useBench();

  it('has its streams byte for byte', async () => {
    const text = 'process.stdin.on("data", (d) => { process.stdout.write(d); process.stderr.write(d); })';
    const session = await bench.start(text);
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 31) & 255));
    session.stdin?.end(bytes);
    for (const stream of await Promise.all([collect(session.stdout), collect(session.stderr)]))
      assert.ok(stream.equals(bytes));
    assert.equal((await session.finished).ending.kind, 'exit');
  });

  it('does not tell the inspector’s id over HTTP', async () => {
    const preload = await bench.write('keeps-url.js', "globalThis.inspectorUrl = require('inspector').url");
    const env = { ...process.env, NODE_OPTIONS: `--require=${preload}` };
    const session = await bench.start('console.log(inspectorUrl()); setInterval(() => {}, 1000)', { env });
    const { host } = new URL((await printed(session)).trim());
    const listed = await fetch(`http://${host}/json/list`).then((response) => response.text(), String);
    assert.match(listed, /^$|fetch failed/);
    await session.stop();
    assert.ok(existsSync((await session.finished).recording ?? ''));
  });

  it('sees no inspector and cannot close ours, by whatever name', async () => {
    const recorded = await bench.record(
      `import inspector, { close, url } from 'node:inspector';
       console.log(url(), inspector.url(), close.name, inspector.url.name);
       close(); inspector.close(); process._debugEnd();
       try { inspector.waitForDebugger(); } catch (error) { console.log(error.code); }
       ${BUSY}busy(50);
       process.exitCode = 5;`,
      { name: 'closes.mjs' },
    );
    const stdout = 'undefined undefined _debugEnd url\nERR_INSPECTOR_NOT_ACTIVE\n';
    await assertRecorded(recorded, { stdout, ending: exit(5), codes: [], sampled: ['busy'] });
  });

  it('may open an inspector, of which nothing comes', async () => {
    const recorded = await bench.record(
      `const inspector = require('node:inspector');
       const opened = inspector.open(0); console.log(inspector.url(), typeof opened?.[Symbol.dispose]); inspector.close();
       ${BUSY}busy(50);`,
    );
    await assertRecorded(recorded, { stdout: 'undefined function\n', ending: exit(0), codes: [] });
  });

  it('is not told of the recorder, and the recording knows its scripts', async () => {
    const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' });
    const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}\n`;
    const text = `${BUSY}busy(50);\n${comment}`;
    const { file } = await bench.record(text, { name: 'mapped.js' });
    const [{ facts, scripts }] = (await readNotes(file)).sections;
    const script = scripts.find(({ url }) => url.endsWith('/mapped.js'));
    assert.equal(script?.sourceMap, map);
    assert.equal(script?.contentHash, createHash('sha256').update(text).digest('hex'));
    assert.equal(facts.runtimeVersion, process.version);
  });

  onUnix('is not held up by a script that names a device without an end', async () => {
    const text = `require('vm').runInThisContext(${JSON.stringify(`${BUSY}busy(50)`)}, '/dev/zero')`;
    assert.ok((await bench.record(text)).file);
  });

  // By the `script` of util-linux.
  onLinux('has a terminal if we have one, without the inspector’s lines on it', async () => {
    const program = await bench.write(
      'tty.js',
      'console.log([0, 1, 2].map((fd) => require("tty").isatty(fd)).join()); console.error("own")',
    );
    const options = JSON.stringify(bench.options(program, { stdio: 'inherit' }));
    const driver = await bench.write(
      'driver.mts',
      `import { startRecording } from ${JSON.stringify(path.resolve('src/recorder/index.ts'))};
       const session = await startRecording({ ...${options}, env: process.env });
       console.log(JSON.stringify((await session.finished).ending));`,
    );
    const command = `'${process.execPath}' --import=tsx '${driver}'`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' });
    assert.deepEqual(stdout.trim().split('\r\n'), ['true,true,true', 'own', '{"kind":"exit","code":0}']);
  });
});
