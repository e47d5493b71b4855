// Writes l10n/bundle.l10n.json, the texts that translators start from: every l10n.t('…') of the extension and t('…') of its panel.
// `node l10n/extract.mjs`
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['../src/extension', '../src/webview'].map((folder) => join(import.meta.dirname, folder));
const call = /\b(?:l10n\.t|translate|t)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;
const texts = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(call)])
  .map(([, single, double]) => (single ?? double).replace(/\\(.)/g, '$1'));
const bundle = Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
writeFileSync(join(import.meta.dirname, 'bundle.l10n.json'), JSON.stringify(bundle, undefined, 2) + '\n');
