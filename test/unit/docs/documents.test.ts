import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { listDocuments, renderDocument } from '../../docs/documents.ts';
import { root } from '../../docs/results.ts';

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

describe('the documents', () => {
  it('are what `npm run docs` writes', async () => {
    for (const name of await listDocuments()) assert.equal(await renderDocument(read(name)), read(name), name);
  });

  it('have every block that was asked for, or fail', async () => {
    await assert.rejects(renderDocument('<!-- npm run docs: nothing -->\n<!-- end -->\n'), /no block nothing/);
    await assert.rejects(renderDocument('<!-- npm run docs: bench none -->\n<!-- end -->\n'), /no results of none/);
  });

  it('stay short', () => {
    assert.ok(read('README.md').trimEnd().split('\n').length <= 150);
    assert.ok(Buffer.byteLength(read('ARCHITECTURE.md')) <= 16_000);
    assert.ok(Buffer.byteLength(read('docs/accuracy.md')) <= 20_000);
  });

  it('link to files and headings that exist', async () => {
    for (const name of [...(await listDocuments()), 'CONTRIBUTING.md', 'CHANGELOG.md', 'ARCHITECTURE.md']) {
      for (const [, target] of read(name).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
        const [file, heading] = target.split('#');
        const linked = file ? path.posix.join(path.posix.dirname(name), file) : name;
        assert.ok(existsSync(path.join(root, linked)), `${name} links to ${target}`);
        if (heading) assert.ok(headingsOf(read(linked)).includes(heading), `${name} links to ${target}`);
      }
    }
  });
});

/** The anchors of a document's headings, as GitHub makes them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
