import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'prettier';
import { writeBlock } from './blocks.ts';
import { root } from './results.ts';

/** A part that a program writes, between its opening and its closing comment. */
const block = /(<!-- npm run docs: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g;

/** README.md and everything in docs/, relative to the root. */
export async function listDocuments(): Promise<string[]> {
  const names = (await readdir(path.join(root, 'docs'))).filter((name) => name.endsWith('.md'));
  return ['README.md', ...names.sort().map((name) => `docs/${name}`)];
}

/** A document's text with its blocks as they are now, laid out as the formatter has it. */
export async function renderDocument(text: string): Promise<string> {
  const filled = text.replace(
    block,
    (_, opening: string, name: string, closing: string) => `${opening}\n${writeBlock(name)}\n\n${closing}`,
  );
  const options = JSON.parse(readFileSync(path.join(root, '.prettierrc.json'), 'utf8')) as object;
  return await format(filled, { ...options, parser: 'markdown' });
}

/** Brings every document up to date. */
export async function writeDocuments(): Promise<void> {
  for (const name of await listDocuments()) {
    const file = path.join(root, name);
    await writeFile(file, await renderDocument(await readFile(file, 'utf8')));
  }
}
