import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The slow line of fast-levenshtein 2.0.6: it asks the collator for each pair of characters, and makes strings for it. */
const slowText = 'strCmp = 0 === collator.compare(str1.charAt(i), String.fromCharCode(str2Char[j]));';

/** The same answer, with the collator only where plain codes do not tell. */
const fixedText = 'strCmp = isSameLetter(str1.charCodeAt(i), str2Char[j]);';
const headText = '  // arrays to re-use\n';
const helperText = `  function isSameLetter(a, b) {
    if ((a | b) < 128) return (a | 32) === (b | 32);
    return 0 === collator.compare(String.fromCharCode(a), String.fromCharCode(b));
  }

`;

/** Copies the package fast-levenshtein as its maintainer has it, with a program beside it, into a folder. */
export async function preparePackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(path.join(import.meta.dirname, 'package', 'suggest.js'), path.join(folder, 'suggest.js'));
  // With its package.json: one above the folder could call the files modules.
  for (const name of ['levenshtein.js', 'package.json'])
    await cp(path.join(root, 'node_modules/fast-levenshtein', name), path.join(folder, name));
}

/** Makes the slow line fast, and moves it by five lines. */
export async function fixPackage(folder: string): Promise<void> {
  const file = path.join(folder, 'levenshtein.js');
  const text = await readFile(file, 'utf8');
  const fixed = text.replace(slowText, fixedText).replace(headText, `${helperText}${headText}`);
  if (fixed.length < text.length + 50)
    throw new Error('fast-levenshtein is another version than the one that is fixed');
  await writeFile(file, fixed);
}
