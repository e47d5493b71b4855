// The notices of the packages whose code is in the bundles, as one text: what their licences ask for.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The text for the packages that these files are from. `files` are paths as esbuild names its inputs; those outside of
 * `node_modules` are our own. Throws where a package has no licence file, since nothing could be handed on then.
 * @param {Iterable<string>} files
 */
export async function writeNotices(files) {
  /** @type {Set<string>} */
  const folders = new Set();
  for (const file of files) {
    const folder = /^.*\bnode_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  const notices = await Promise.all([...folders].map(noticeOf));
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return ['Heatline contains code of these packages, under their own licences.\n', ...notices.sort()].join(rule);
}

/** @param {string} folder */
async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const texts = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)(\.|$)/i.test(file)).sort();
  if (texts.length === 0) throw new Error(`${name} has no licence file that could be handed on.`);
  const contents = await Promise.all(texts.map((file) => readFile(join(folder, file), 'utf8')));
  return [
    `${name} ${version} (${license})\n`,
    ...contents.map((text) => `${text.replaceAll('\r\n', '\n').trim()}\n`),
  ].join('\n');
}
