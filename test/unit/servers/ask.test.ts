import assert from 'node:assert/strict';
import { ask } from '../../../src/servers/ask.ts';
import { openServer, type Secrets, ServerError } from '../../../src/servers/index.ts';
import { type Answer, json, useProfileServers } from '../../support/profile-servers.ts';

const secrets: Secrets = { user: 'stack-4711', token: 'glc_secret', headers: { projectID: 'hidden-project' } };
const encoded = Buffer.from('stack-4711:glc_secret').toString('base64');
const page: Answer = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<!DOCTYPE html><form>Log in' };

describe('a server of profiles', () => {
  const servers = useProfileServers();
  const question = { path: '/ask?x=1', answer: 'application/json' } as const;

  /** The sentence with which an answer is refused, and whether it may pass. */
  async function refused(answer: Answer, options = {}): Promise<ServerError> {
    servers.answers = { 'GET /ask': answer };
    const server = openServer('pyroscope', servers.address, secrets);
    const error: unknown = await ask(server, question, options).catch((failure: unknown) => failure);
    assert.ok(error instanceof ServerError, String(error));
    for (const secret of ['stack-4711', 'glc_secret', 'hidden-project', encoded])
      assert.ok(!error.message.includes(secret), error.message);
    assert.ok(error.message.includes(server.url.host), error.message);
    assert.ok(!error.message.includes('\n') && error.message.length < 500);
    return error;
  }

  const hostile: readonly [what: string, answer: Answer, sentence: RegExp, retryAfter?: number][] = [
    ['a login page', page, /answers with a page for browsers, such as a login/],
    ['another type', { headers: { 'content-type': 'image/png' }, body: 'x' }, /answers with image\/png where/],
    ['no type', { body: '{}' }, /something without a type/],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://evil.example/x?y' } },
      /redirects to http:\/\/evil\.example,/,
    ],
    ['a redirect to nowhere', { status: 307 }, /redirects to /],
    [
      'an echo of what it was sent',
      { status: 401, body: `no: Basic ${encoded} glc_secret` },
      /refuses the credentials \(401: no: Basic … …\)/,
    ],
    [
      'a refusal in JSON',
      { ...json({ code: 'invalid_argument', message: 'the query\nis too long' }), status: 400 },
      /refuses what it was asked \(400: the query is too long\)/,
    ],
    [
      'another service',
      { ...page, status: 404 },
      /has no \/ask \(404\); check that the address is that of a Pyroscope server/,
    ],
    [
      'nothing found',
      { ...json({ code: 5, message: 'no data' }), status: 404 },
      /refuses what it was asked \(404: no data\)/,
    ],
    ['a broken proxy', { ...page, status: 502 }, /is busy or out of order \(502\)/, 0],
    [
      'a limit',
      { status: 429, headers: { 'retry-after': '7' }, body: 'slow down' },
      /\(429: slow down\); try again later/,
      7000,
    ],
    ['a failure as long as a book', { status: 500, body: 'x'.repeat(100_000) }, /\(500\)/, 0],
  ];
  for (const [what, answer, sentence, retryAfter] of hostile) {
    it(`that answers with ${what} is named in one sentence without a secret`, async () => {
      const error = await refused(answer);
      assert.match(error.message, sentence);
      assert.equal(error.retryAfter, retryAfter);
      assert.equal(servers.asked.length, 1);
    });
  }

  it('that sends too much, unpacked or not, is not heard to its end', async () => {
    const endless: Answer = { ...json('x'.repeat(1000)), isEndless: true };
    assert.match((await refused(endless, { mostBytes: 100 })).message, /sends more than/);
  });

  it('that does not end is left after a while', async () => {
    const error = await refused({ ...json(1), isEndless: true }, { patience: 20 });
    assert.match(error.message, /did not answer within 1 s/);
    assert.equal(error.retryAfter, undefined);
  });

  it('that is not there, or is no more, is named', async () => {
    const server = openServer('parca', 'http://127.0.0.1:9', secrets);
    await assert.rejects(ask(server, question), {
      name: 'ServerError',
      retryAfter: undefined,
      message: /127\.0\.0\.1:9 cannot be reached/,
    });
  });

  const broken: readonly [what: string, cause: object, isUncertain: boolean, message?: RegExp][] = [
    ['refuses connections', { code: 'ECONNREFUSED', syscall: 'connect' }, false],
    ['has a name that nobody knows', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, false],
    ['does not connect in time', { code: 'UND_ERR_CONNECT_TIMEOUT' }, false],
    ['does not connect', { code: 'ETIMEDOUT', syscall: 'connect' }, false],
    ['connects by none of its addresses', { code: 'ETIMEDOUT', errors: [] }, false],
    ['is in a network without a way', { code: 'ENETUNREACH' }, false],
    ['is without a way', { code: 'EHOSTUNREACH' }, false],
    ['speaks no TLS', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, false],
    ['has no common TLS', { code: 'EPROTO', syscall: 'write' }, false],
    ['has a certificate of nobody', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, false],
    ['is behind a proxy that hangs up', { code: 'UND_ERR_PRX_CONN' }, false],
    // As Node 22 to 26 tell it, the last one where the address begins with http.
    [
      'is behind a proxy that refuses',
      { code: 0, cause: new Error('Proxy response (403) !== 200 when HTTP Tunneling') },
      false,
      /the proxy on the way refuses \(403\)/,
    ],
    ['is behind one that asks who it is', new Error('Proxy Authentication Required (407)'), false, /refuses \(407\)/],
    ['falls silent', { code: 'ETIMEDOUT', syscall: 'read' }, true],
    ['hangs up', { code: 'ECONNRESET', syscall: 'read' }, true],
    ['closes', { code: 'UND_ERR_SOCKET' }, true],
  ];
  for (const [what, cause, isUncertain, message = /cannot be reached|certificate/] of broken) {
    it(`that ${what} ${isUncertain ? 'may have' : 'does not have'} what it was sent`, async () => {
      const { fetch } = globalThis;
      globalThis.fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
      try {
        await assert.rejects(ask(openServer('parca', servers.address, {}), question), {
          name: 'ServerError',
          isUncertain,
          message,
        });
      } finally {
        globalThis.fetch = fetch;
      }
    });
  }

  it('is not asked on if nobody wants to know', async () => {
    const server = openServer('parca', servers.address, {});
    await assert.rejects(ask(server, question, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });

  it('gets a token, a user and a token, and headers', async () => {
    servers.answers = { 'GET /ask': json({}) };
    for (const each of [secrets, { token: 'plain' }, {}])
      await ask(openServer('parca', servers.address, each), question);
    const authorizations = servers.asked.map(({ headers }) => headers.authorization);
    assert.deepEqual(authorizations, [`Basic ${encoded}`, 'Bearer plain', undefined]);
    assert.equal(servers.asked[0].headers.projectid, 'hidden-project');
  });

  it('is refused by its address before anything is sent', () => {
    const cases: readonly [address: string, secrets: Secrets, sentence: RegExp][] = [
      ['localhost:4040', {}, /begins with http/],
      ['file:///etc/passwd', {}, /begins with http/],
      ['https://me:word@example.com', {}, /example\.com must have no user/],
      ['https://example.com/?token=word', {}, /must have no user, password or query/],
      ['http://example.com', { token: 'word' }, /use https/],
      ['http://localhost.example.com', { headers: { projectID: 'word' } }, /use https/],
      ['https://example.com', { token: 'word\nX: y' }, /^The token for example\.com has characters/],
      ['https://example.com', { headers: { Authorization: 'word' } }, /HEATLINE_TOKEN/],
    ];
    for (const [address, given, sentence] of cases) {
      assert.throws(
        () => openServer('pyroscope', address, given),
        (error: Error) =>
          sentence.test(error.message) &&
          !error.message.includes('word,') &&
          !/\bword\b(?!,)/.test(error.message.replace('password', '')),
      );
    }
    openServer('pyroscope', 'http://pyroscope.monitoring:4040', { headers: { 'X-Scope-OrgID': 'team' } });
  });
});
