import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pushed, useProfileServers } from '../../support/profile-servers.ts';
import { useCommandLine, work } from './command-line.ts';

const TOKEN = 'glc_never-to-be-seen';
const env = { HEATLINE_USER: '4711', HEATLINE_TOKEN: TOKEN, HEATLINE_HEADERS: 'X-Scope-OrgID=team-a' };

describe('heatline fetch and push', () => {
  const cli = useCommandLine();
  const servers = useProfileServers();

  it('lists what a server has', async () => {
    const { stdout } = await cli.succeed(['fetch', 'pyroscope', servers.address]);
    assert.match(stdout, /^Applications.*\n {2}billing\n {2}shop\nTypes.*\n {2}process_cpu:/);
    const values = await cli.succeed(['fetch', 'parca', servers.address, '--values', 'comm']);
    assert.match(values.stdout, /\n {2}postgres\n/);
    assert.ok(!readdirSync(cli.path()).includes('.heatline'));
  });

  it('keeps what the server sends as it came, reports on it, and tells no secret', async () => {
    const { stdout, stderr } = await cli.succeed(['fetch', 'pyroscope', servers.address, '--app', 'shop'], { env });
    assert.match(stdout, /^shop-.*\.pprof: 77\.4 % of 1\.00 s of active time is spent on \/app\/lib\.cjs:36/);
    const [kept] = cli.kept();
    const bytes = readFileSync(cli.path('.heatline', kept));
    assert.deepEqual(bytes, gunzipSync(pushed));
    assert.ok(stderr.includes(`Recording: ${cli.path('.heatline', kept)}`));
    assert.equal(servers.asked.at(-1)?.headers.authorization, `Basic ${btoa(`4711:${TOKEN}`)}`);
    assert.equal(servers.asked.at(-1)?.headers['x-scope-orgid'], 'team-a');
    assert.ok(![stdout, stderr].some((text) => text.includes(TOKEN) || text.includes(btoa(`4711:${TOKEN}`))));
  });

  it('compares two spans by shares', async () => {
    for (const name of ['before', 'after'])
      await cli.succeed(['fetch', 'parca', servers.address, '--label', 'comm=node', '-o', `${name}.pprof`]);
    const { code, stdout } = await cli.run(['diff', 'before.pprof', 'after.pprof']);
    assert.equal(code, 3);
    assert.match(stdout, /77\.4 % → 77\.4 % {2}\+0\.0 ±5\.2 {2}\/app\/lib\.cjs:36/);
    assert.match(stdout, /no verdict on any line/);
  });

  it('refuses in one sentence what makes no sense, without a secret', async () => {
    servers.answers = { 'POST /querier.v1.QuerierService/ProfileTypes': { status: 403, body: `not ${TOKEN}` } };
    const inParts = ['run', '--push', servers.address, '--app', 'shop', '--push-every'];
    const cases: readonly [args: readonly string[], sentence: RegExp][] = [
      [['fetch', 'datadog', servers.address], /no server of the kind "datadog", but pyroscope and parca/],
      [['fetch', 'parca', servers.address, '--app', 'shop'], /--label comm=node/],
      [['fetch', 'parca', servers.address, '--from', '1h', '--until', '2h'], /--from has to be before --until/],
      [['fetch', 'parca', servers.address, '--from', 'tea'], /how long ago/],
      [['fetch', 'pyroscope', servers.address, '--app', 'shop'], /refuses the credentials \(403: not …\)/],
      [['push', 'x.pprof', '--to', servers.address], /--app/],
      [['run', '--push', servers.address, 'x.js'], /--app/],
      [['run', '--push-every', '1min', 'x.js'], /--push-every needs --push URL/],
      [[...inParts, '50ms', 'x.js'], /--push-every takes 5s or more/],
      [[...inParts, '1min', '--time', 'wall', 'x.js'], /leave out --time wall, --thread, --mark and --path/],
      [['run', '--push', servers.address, '--app', 'a{b', 'x.js'], /takes no name or label "a\{b"/],
      [['fetch', 'parca', servers.address, '--label', 'comm=node', '-o', '-'], /--output needs the name of a file/],
    ];
    for (const [args, sentence] of cases) {
      const { code, stderr } = await cli.run(args, { env });
      assert.equal(code, 2);
      assert.match(stderr, sentence);
      assert.ok(!stderr.includes(TOKEN), stderr);
    }
  });

  it('sends what a program has recorded while it runs, and the rest at its end', async () => {
    cli.write('serve.js', `${work}const fs = require('node:fs');\nwhile (!fs.existsSync('over')) work(100);\n`);
    servers.answers = { 'POST /ingest': [{ status: 422, body: 'no' }, {}] };
    const push = ['--push', servers.address, '--push-every', '5s', '--app', 'shop'];
    const running = cli.succeed(['run', ...push, 'serve.js']);
    // One that is refused, and one that is not.
    while (servers.asked.length < 2) await servers.nextAsked();
    cli.write('over', '');
    const { stderr } = await running;
    assert.match(stderr, /refuses what it was sent \(422: no\).* goes with the next part\.\n/s);
    const spans = servers.asked.map(({ url }) => ['from', 'until'].map((key) => Number(url.searchParams.get(key))));
    const [[refused], [first, firstEnd], [second]] = spans;
    assert.equal(first, refused);
    // Whole seconds, the first rounded down and the second up.
    assert.ok(second >= firstEnd - 1, JSON.stringify(spans));
    for (const { body } of servers.asked) assert.ok(gunzipSync(body).includes('work'));
  });

  it('sends a recording as soon as it is made, or later where the server refuses it', async () => {
    cli.write('app.js', `${work}work(100);\n`);
    const run = ['run', '--push', servers.address, '--app', 'shop', '--label', "env=a 'test'", 'app.js'];
    assert.match((await cli.succeed(run)).stderr, /Sent to 127\.0\.0\.1:\d+ as shop\./);
    const [{ url, body }] = servers.asked;
    assert.equal(url.searchParams.get('name'), "shop{env=a 'test'}");
    servers.answers = { 'POST /ingest': { status: 422, body: 'too old' } };
    const { code, stderr } = await cli.run(run);
    assert.equal(code, 2);
    const [, again] = /Nothing is lost: .* send it later by heatline (.*)\n/.exec(stderr) ?? assert.fail(stderr);
    servers.answers = { 'POST /ingest': {} };
    const unquoted = [...again.matchAll(/(?:'[^']*'|\\'|[^ ])+/g)].map(([word]) =>
      word.replace(/'([^']*)'|\\(')/g, '$1$2'),
    );
    await cli.succeed(unquoted);
    assert.equal(servers.asked.at(-1)?.url.searchParams.get('name'), "shop{env=a 'test'}");
    assert.equal(path.dirname(unquoted[1]), cli.path('.heatline'));
    const sent = servers.asked.at(-1)?.body ?? assert.fail();
    for (const each of [body, sent].map((bytes) => gunzipSync(bytes))) {
      assert.ok(each.includes('work'));
      // Pyroscope would make a series of each time.
      assert.ok(!each.includes('end_timestamp_ns'));
    }
  });
});
