import assert from 'node:assert/strict';
import { choosePage } from '../../../../src/recorder/attach/choose-page.ts';

const target = (type: string, title: string, url: string) => ({ id: `${type}-${title}`, type, title, url });
const targets = [
  target('worker', '', 'http://localhost:5173/src/work.ts'),
  target('page', 'DevTools', 'devtools://devtools/bundled/inspector.html'),
  target('page', 'Shop', 'http://localhost:5173/shop'),
  target('page', 'Other', 'http://localhost:5174/'),
  target('service_worker', 'Service', 'http://localhost:5174/sw.js'),
];
const choose = (wanted: string | undefined, among = targets): string => choosePage(among, wanted, 'Chrome').id;

describe('the page of a browser that is meant', () => {
  it('is the only one, or the one with a text in its title or url, before its workers', () => {
    assert.equal(choose(undefined, targets.slice(0, 3)), 'page-Shop');
    for (const wanted of ['shop', '5173', 'page-Shop']) assert.equal(choose(wanted), 'page-Shop', wanted);
    assert.equal(choose('work.ts'), 'worker-');
    assert.equal(choose('5174'), 'page-Other');
  });

  it('is asked for where it is not clear', () => {
    const listed = '"Shop" (http://localhost:5173/shop), "Other" (http://localhost:5174/)';
    const how = 'Name one by a part of its title or url (--page).';
    for (const [wanted, among, message] of [
      [undefined, targets, `Chrome has 2 pages: ${listed}. ${how}`],
      ['http', targets, `Chrome has 2 pages: ${listed}. ${how}`],
      ['none', targets, `Chrome has no page "none"; it has: ${listed}. ${how}`],
      [undefined, targets.slice(0, 2), 'Chrome has no page open; open the one to profile.'],
    ] as const)
      assert.throws(() => choose(wanted, [...among]), { name: 'RecordingError', message });
  });
});
