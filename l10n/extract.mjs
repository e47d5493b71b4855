// Writes l10n/bundle.l10n.json, the texts that translators start from: every l10n.t('…') of the extension.
// `node l10n/extract.mjs`
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const code = join(import.meta.dirname, '../src/extension');
const call = /\b(?:l10n\.t|translate|t)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;
const texts = readdirSync(code, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [...readFileSync(join(code, file), 'utf8').matchAll(call)])
  .map(([, single, double]) => (single ?? double).replace(/\\(.)/g, '$1'));
const bundle = Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
writeFileSync(join(import.meta.dirname, 'bundle.l10n.json'), JSON.stringify(bundle, undefined, 2) + '\n');
