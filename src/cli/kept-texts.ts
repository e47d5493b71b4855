import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource } from '../analysis/read-source.ts';
import { type Analysis, Category, type Source } from '../core/index.ts';

/** Larger texts are not kept, in UTF-16 units. */
const LARGEST = 2_000_000;

const placeOf = (folder: string, hash: string): string => join(folder, 'texts', `${hash}.txt`);

/**
 * Puts the texts of own files with time aside, beside their recording, so that a later comparison finds their lines again
 * after an edit. What cannot be kept is left out: lines of that file are then not compared.
 */
export function keepTexts({ sources, lines, functions }: Analysis, folder: string): void {
  const own = new Set<number>();
  lines.source.forEach((source, row) => {
    if (functions.category[lines.function[row]] === Category.own && lines.selfTime[row] > 0) own.add(source);
  });
  for (const row of own) {
    const source = sources.at(row);
    const hash = source?.contentHash;
    if (!source?.isFile || hash === undefined || source.content !== undefined) continue;
    const text = readSource(source);
    if (text === undefined || text.length > LARGEST) continue;
    try {
      mkdirSync(join(folder, 'texts'), { recursive: true, mode: 0o700 });
      if (!existsSync(placeOf(folder, hash))) writeFileSync(placeOf(folder, hash), text, { mode: 0o600 });
    } catch {
      return;
    }
  }
}

/** The text of a source as it was profiled, from beside its recordings or from these; undefined where it was not kept. */
export function readKeptText(folders: readonly string[], { content, contentHash }: Source): string | undefined {
  if (content !== undefined || contentHash === undefined || !/^[0-9a-f]+$/i.test(contentHash)) return content;
  for (const folder of folders) {
    const text = readSource({ content, path: placeOf(folder, contentHash), isFile: true, contentHash });
    if (text !== undefined) return text;
  }
  return undefined;
}
