import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import {
  formatSelector,
  openServer,
  parseServerTime,
  pushProfile,
  serverApis,
  ServerError,
  usualType,
} from '../../../src/servers/index.ts';
import { json, publishedAnswers, pushed, useProfileServers } from '../../support/profile-servers.ts';
import { writePprof } from '../readers/pprof/write-pprof.ts';

const span = { from: Date.UTC(2026, 0, 30), until: Date.UTC(2026, 0, 31) };
const CONNECT = '/querier.v1.QuerierService/';

describe('Pyroscope', () => {
  const servers = useProfileServers();
  const open = () => openServer('pyroscope', `${servers.address}/`, {});

  it('lists applications, types and labels of a span', async () => {
    const { applicationLabel, listTypes, listLabels, listValues } = serverApis.pyroscope;
    assert.deepEqual(await listValues(open(), applicationLabel ?? '', span), ['shop', 'billing']);
    const types = await listTypes(open(), span);
    assert.equal(usualType(types), 'process_cpu:cpu:nanoseconds:cpu:nanoseconds');
    assert.deepEqual(await listLabels(open(), span), ['service_name', 'env']);
    assert.deepEqual(JSON.parse(servers.asked[0].body.toString()), {
      ...{ name: 'service_name', start: '1769731200000', end: '1769817600000' },
    });
    assert.equal(servers.asked[0].headers['connect-protocol-version'], '1');
  });

  it('gives the merged profile as it is', async () => {
    const query = {
      type: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds',
      selector: formatSelector({ service_name: 'shop' }),
      span,
    };
    assert.deepEqual(await serverApis.pyroscope.fetchProfile(open(), query), gunzipSync(pushed));
    const [{ url, headers, body }] = servers.asked;
    assert.deepEqual([url.pathname, headers['content-type']], [`${CONNECT}SelectMergeProfile`, 'application/proto']);
    // The request of querier.proto: type, selector, start and end as the fields 1 to 4.
    const texts = [query.type, query.selector].map((text, at) =>
      Buffer.from([10 + at * 8, text.length, ...Buffer.from(text)]),
    );
    const times = Buffer.from('1880a8cce1c0332080e0e58ac133', 'hex');
    assert.equal(body.subarray(0, -times.length).toString('hex'), Buffer.concat(texts).toString('hex'));
    assert.equal(body.subarray(-times.length).toString('hex'), times.toString('hex'));
  });

  it('says so where there is nothing', async () => {
    const path = `POST ${CONNECT}SelectMergeProfile`;
    for (const body of [Buffer.alloc(0), writePprof(['cpu/nanoseconds'], [])]) {
      servers.answers = { [path]: { headers: { 'content-type': 'application/proto' }, body } };
      await assert.rejects(
        serverApis.pyroscope.fetchProfile(open(), { type: 't', selector: '{}', span }),
        /no samples of t for \{\}/,
      );
    }
    servers.answers = { [`POST ${CONNECT}ProfileTypes`]: json({}) };
    assert.deepEqual(await serverApis.pyroscope.listTypes(open(), span), []);
    servers.answers = { [`POST ${CONNECT}ProfileTypes`]: json({ profileTypes: [{ ID: 7 }] }) };
    await assert.rejects(serverApis.pyroscope.listTypes(open(), span), /JSON that Heatline does not understand/);
  });
});

describe('Parca', () => {
  const servers = useProfileServers();
  const open = () => openServer('parca', servers.address, {});

  it('lists types, labels and their values', async () => {
    const { listTypes, listLabels, listValues } = serverApis.parca;
    const types = await listTypes(open(), span);
    assert.deepEqual(types, ['parca_agent:samples:count:cpu:nanoseconds:delta']);
    assert.equal(usualType(types), types[0]);
    assert.deepEqual(await listLabels(open(), span), ['comm', 'node']);
    assert.deepEqual(await listValues(open(), 'comm', span), ['node', 'postgres']);
    await assert.rejects(listValues(open(), '../query', span), ServerError);
    assert.equal(servers.asked.at(-1)?.url.pathname, '/api/profiles/labels/..%2Fquery/values');
  });

  it('gives the merged profile as it is', async () => {
    const query = { type: 'parca_agent:samples:count:cpu:nanoseconds:delta', selector: '{comm="node"}', span };
    assert.deepEqual(await serverApis.parca.fetchProfile(open(), query), pushed);
    assert.deepEqual(Object.fromEntries(servers.asked[0].url.searchParams), {
      mode: 'MODE_MERGE',
      reportType: 'REPORT_TYPE_PPROF',
      'merge.query': 'parca_agent:samples:count:cpu:nanoseconds:delta{comm="node"}',
      'merge.start': '2026-01-30T00:00:00.000Z',
      'merge.end': '2026-01-31T00:00:00.000Z',
    });
    servers.answers = { 'GET /api/profiles/query': json({ total: '0' }) };
    await assert.rejects(serverApis.parca.fetchProfile(open(), query), /has no samples of parca_agent/);
  });
});

describe('pushing to Pyroscope', () => {
  const servers = useProfileServers();
  const profile = { application: 'shop', labels: { env: 'test' }, span, pprof: Uint8Array.from(pushed) };
  const waits: number[] = [];
  const push = (more = {}): Promise<void> =>
    pushProfile(
      openServer('pyroscope', servers.address, {}),
      { ...profile, ...more },
      { wait: (ms) => Promise.resolve(waits.push(ms)) },
    );
  beforeEach(() => (waits.length = 0));

  it('sends what its recorders send', async () => {
    await push();
    const [{ method, url, headers, body }] = servers.asked;
    assert.deepEqual([method, url.pathname, headers['content-type']], ['POST', '/ingest', 'application/octet-stream']);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      ...{ name: 'shop{env=test}', from: '1769731200', until: '1769817600', format: 'pprof', spyName: 'heatline' },
    });
    assert.deepEqual(body, pushed);
  });

  it('tries again what may pass, later each time, and as the server asks', async () => {
    const busy = { status: 503 };
    servers.answers = { 'POST /ingest': [busy, busy, { status: 429, headers: { 'retry-after': '30' } }, {}] };
    await push();
    assert.deepEqual(waits, [1000, 2000, 30_000]);
  });

  it('gives up after five times, and at once where waiting is of no use or too long', async () => {
    const cases: readonly [answer: object, times: number][] = [
      [{ status: 500 }, 5],
      [{ status: 422, body: 'profile is too old' }, 1],
      [{ status: 413 }, 1],
      [{ status: 503, headers: { 'retry-after': '3600' } }, 1],
      [{ status: 301, headers: { location: 'https://elsewhere.example' } }, 1],
      [{ headers: { 'content-type': 'text/html' }, body: 'Log in' }, 1],
    ];
    for (const [answer, times] of cases) {
      servers.asked.length = 0;
      servers.answers = { 'POST /ingest': answer };
      await assert.rejects(push(), ServerError);
      assert.equal(servers.asked.length, times);
    }
  });

  it('says what the server refuses without advice on what to ask for', async () => {
    servers.answers = { 'POST /ingest': { status: 422, body: 'profile is too old' } };
    await assert.rejects(push(), { message: /refuses what it was sent \(422: profile is too old\)\.$/ });
  });

  it('sends nothing again that may have arrived', async () => {
    const server = openServer('pyroscope', 'http://127.0.0.1:9', {});
    await assert.rejects(pushProfile(server, profile, { wait: () => assert.fail() }), /cannot be reached/);
  });

  it('ends with what the server said where nobody waits for the next time, and with the reason during a request', async () => {
    const server = openServer('pyroscope', servers.address, {});
    servers.answers = { 'POST /ingest': { status: 503 } };
    const stop = new AbortController();
    const wait = async (): Promise<void> => {
      stop.abort(new ServerError('It is late.', undefined, true));
      await Promise.reject(new Error('stopped'));
    };
    await assert.rejects(pushProfile(server, profile, { wait, signal: stop.signal }), /busy or out of order/);
    await assert.rejects(pushProfile(server, profile, { signal: stop.signal }), {
      message: 'It is late.',
      isUncertain: true,
    });
    assert.equal(servers.asked.length, 1);
  });

  it('sends no name that could be read as another', async () => {
    servers.answers = publishedAnswers;
    for (const more of [{ application: 'a{b' }, { labels: { a: 'b,c=d' } }, { labels: { a: '' } }])
      await assert.rejects(push(more), /takes no name or label/);
    assert.equal(servers.asked.length, 0);
  });
});

describe('what a server is asked for', () => {
  it('is quoted in selectors', () => {
    assert.equal(formatSelector({}), '{}');
    assert.equal(
      formatSelector({ a: 'x"},b="y\\', 'service.name': 'z\n' }),
      '{a="x\\"},b=\\"y\\\\","service.name"="z\\n"}',
    );
  });

  it('has times as dates or as how long ago', () => {
    const now = Date.UTC(2026, 0, 31, 12);
    const times = ['now', '90min', '2d', '2026-01-31T11:00Z', '2026-01-31'].map((text) => parseServerTime(text, now));
    const [minute, today] = [60_000, new Date(2026, 0, 31).getTime()];
    assert.deepEqual(times, [now, now - 90 * minute, now - 2 * 24 * 60 * minute, now - 60 * minute, today]);
    for (const text of ['', '5', 'yesterday', '2026', '1h2']) assert.ok(Number.isNaN(parseServerTime(text, now)), text);
  });

  it('has no usual type where nothing is time', () => {
    const space = 'memory:alloc_space:bytes:space:bytes';
    assert.equal(usualType([space, 'goroutine:goroutine:count:goroutine:count']), undefined);
    assert.equal(usualType([space]), space);
  });
});
