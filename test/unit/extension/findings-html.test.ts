import assert from 'node:assert/strict';
import { findingsHtml } from '../../../src/extension/findings/findings-html.ts';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import type { Diagnostic } from '../../../src/recording/index.ts';
import { viewOfStacks } from './view-of-stacks.ts';

function viewWith(diagnostics: readonly Diagnostic[], title = 'hot.js'): AnalysisView {
  const view = viewOfStacks(['main:1', 'main:2']);
  return { ...view, analysis: { ...view.analysis, diagnostics }, title };
}

describe('the page of findings', () => {
  it('lists errors before warnings before notes, each with its whole sentence, and how it was measured', () => {
    const page = findingsHtml(
      viewWith([
        { code: 'recording-newer', severity: 'info', file: '/r.cpuprofile' },
        { code: 'source-map-missing', severity: 'warning', message: 'No map.', file: '/app/a.js' },
        { code: 'source-map-missing', severity: 'error', message: 'Worse.' },
      ]),
      'once',
    );
    const severities = Array.from(page.matchAll(/<p class="(\w+)"/g), ([, severity]) => severity);
    assert.deepEqual(severities, ['error', 'warning', 'info']);
    assert.match(page, /<strong>Warning:<\/strong> No map\. <a href="command:heatline\.internal\.openFinding\?/);
    assert.match(page, /<dt>Samples<\/dt><dd>2 taken/);
  });

  it('holds no markup of a recording, no script, and no style without the nonce', () => {
    const evil = '</style><script>alert(1)</script><img src=x>"\'';
    const diagnostic = { code: 'source-map-missing', severity: 'warning', message: evil } as const;
    const page = findingsHtml(viewWith([diagnostic], evil), 'once');
    assert.doesNotMatch(page, /<script|<img/);
    assert.match(page, /content="default-src &#39;none&#39;; style-src &#39;nonce-once&#39;"/);
  });

  it('has the legend of the heat in the editor, from the hottest level down', () => {
    const items = [...findingsHtml(viewWith([]), 'once').matchAll(/<li>.*?<\/span>(.*?)<\/li>/g)].map(
      ([, text]) => text,
    );
    assert.equal(items.length, 8);
    assert.match(items[0], /^40.0.% and more$/);
    assert.match(items[7], /^below 0\.6.%$/);
  });

  it('says what it is for while nothing was profiled', () => {
    assert.match(findingsHtml(undefined, 'once'), /profile a program first/);
  });

  it('says of what the heat is a share', () => {
    assert.match(
      findingsHtml(viewWith([]), 'once'),
      /its share of the active time\. .* share of the time in or below/s,
    );
    const view = viewOfStacks(['main:1'], { facts: { value: { name: 'alloc_space', unit: 'bytes' } } });
    assert.match(findingsHtml(view, 'once'), /its share of the alloc_space\. .* share of the alloc_space in or below/s);
  });
});
