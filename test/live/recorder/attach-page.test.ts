import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import {
  type AttachedSession,
  type AttachOptions,
  parseAttachTarget,
  startAttached,
} from '../../../src/recorder/index.ts';
import { askPort } from '../../../src/recorder/attach/inspector-http.ts';
import { connectInspector } from '../../../src/recorder/inspector/inspector-connection.ts';
import { hottestLine, linesOf } from '../../support/figures.ts';
import { partsTaken } from '../../support/journals.ts';
import { HOT_LINE, type PageApp, servePageApp } from '../../support/page-app.ts';
import { type PlainBrowser, startPlainBrowser } from '../../support/plain-browser.ts';
import { useScratch } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

describe('a page of a browser', () => {
  const scratch = useScratch();
  let app: PageApp;
  let browser: PlainBrowser;
  const pages: string[] = [];
  before(async () => {
    app = await servePageApp(scratch('app'));
    browser = await startPlainBrowser(scratch('browser'));
  });
  afterEach(async () => {
    for (const id of pages.splice(0)) await browser.closePage(id);
  });
  after(async () => {
    await browser.close();
    app.close();
  });

  async function open(name: string): Promise<string> {
    const id = await browser.open(`${app.origin}/${name}`);
    pages.push(id);
    await app.turns(3);
    return id;
  }
  const attach = (page?: string, more: Partial<AttachOptions> = {}): Promise<AttachedSession> =>
    startAttached({
      ...{
        target: parseAttachTarget(String(browser.port)),
        page,
        mayOpen: () => Promise.resolve(true),
        interval: 1000,
      },
      ...{ folder: scratch('app'), output: () => scratch('recordings', 'page.cpuprofile'), ...more },
    });
  async function stopped(session: AttachedSession): Promise<Analysis> {
    await session.stop();
    const { recording, ending } = await session.finished;
    assert.deepEqual(ending, { kind: 'stopped', by: 'user', runsOn: true });
    return analyze(recording ?? assert.fail());
  }
  /** The file of the hottest line. */
  const hottestFile = (analysis: Analysis, file?: string): string => {
    const { path: name, isFile } = analysis.sources[analysis.lines.source[linesOf(analysis, file)[0]]];
    return `${isFile ? 'file' : 'url'} ${path.relative(scratch('app'), name)}`;
  };
  const connections = async (id: string): Promise<boolean> => {
    const answer = await askPort('127.0.0.1', browser.port);
    assert.ok(answer.kind === 'browser');
    const connection = await connectInspector(`ws://127.0.0.1:${browser.port}${answer.path}`);
    const { targetInfos } = await connection.send('Target.getTargets', {});
    connection.close();
    return targetInfos.some(({ targetId, attached }) => targetId === id && attached);
  };

  for (const name of ['modules.html', 'bundle.html', 'evaluated.html'])
    it(`has the hot line of a click handler in its original file, and goes on: ${name}`, async () => {
      const id = await open(name);
      // What V8 optimises while its sampler begins has no lines but those of calls: by then all is optimised that will be.
      await app.turns(60);
      const session = await attach();
      await partsTaken(session.folder);
      await app.turns(60);
      const analysis = await stopped(session);
      assert.equal(hottestLine(analysis, '.ts'), `view.ts:${HOT_LINE}`);
      assert.equal(hottestFile(analysis, '.ts'), 'file src/view.ts');
      assert.equal(analysis.facts.program, `${app.origin}/${name}`);
      await app.turns(3);
      await until('nobody is connected any more', async () => !(await connections(id)));
    });

  it('is recorded with its worker, whose JavaScript is served with other imports', async () => {
    await open('modules.html');
    const session = await attach();
    await partsTaken(session.folder, 2);
    const { threads } = await stopped(session);
    assert.deepEqual(
      threads.map(({ name, isRecorded }) => [name, isRecorded]),
      [
        [`${app.origin}/modules.html`, true],
        ['worker count.js', true],
      ],
    );
    const worker = await analyze(scratch('recordings', 'page.cpuprofile'), { thread: threads[1].id });
    assert.equal(hottestFile(worker), 'file src/count.js');
    assert.equal(hottestLine(worker), 'count.js:6');
  });

  it('is named by a part of its title or url where there are several', async () => {
    await open('modules.html');
    await open('bundle.html');
    const code = 'attach-which-page';
    await assert.rejects(attach(), { code, message: / has 2 pages: .*"Modules & more" \(http:.*Name one by a part/ });
    await assert.rejects(attach('neither'), { code, message: / has no page "neither"; it has: / });
    const session = await attach('modules &');
    assert.match(session.subject, /^"Modules & more" \(http.*modules\.html\), .*Chrom/);
    await stopped(session);
  });

  it('keeps what was sampled before it was loaded anew, and before it was closed', async () => {
    const id = await open('bundle.html');
    const session = await attach();
    await partsTaken(session.folder);
    const connection = await connectInspector(`ws://127.0.0.1:${browser.port}/devtools/page/${id}`);
    await connection.send('Page.navigate', { url: `${app.origin}/modules.html` });
    connection.close();
    await partsTaken(session.folder, 2);
    await app.turns(15);
    await browser.closePage(id);
    const { recording = '', ending } = await session.finished;
    assert.deepEqual(ending, { kind: 'exit' });
    const profile = await readFile(recording, 'utf8');
    for (const script of ['/main.js', '/src/view.ts'])
      assert.match(profile, new RegExp(`"url":"${app.origin}${script}`));
    const { sources } = await analyze(recording);
    assert.ok(sources.some(({ path: name }) => name === scratch('app', 'src', 'view.ts')));
  });
});
