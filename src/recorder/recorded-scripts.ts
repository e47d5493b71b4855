import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CoveredScript, noteFunctions, type NotedFunctions } from './function-ranges.ts';
import type { LiveScript } from './live-scripts.ts';

/** One row of `scripts` in a recording's `$heatline`. */
export interface RecordedScript {
  readonly url: string;
  /** As the script names it. Absent where `sourceMap` holds the map itself. */
  readonly sourceMapUrl?: string;
  /** The map as JSON text, where the script carried it inline. */
  readonly sourceMap?: string;
  /** SHA-256 (hex) of the file's bytes when the recording ended; absent for scripts that are not files. */
  readonly contentHash?: string;
  /** Where its functions are, where that was asked and the text that ran is known. */
  readonly functions?: NotedFunctions;
}

/** The url ends its line: the same words inside a string of the program, as bundlers hand them to `eval`, are none. */
const COMMENT = /\/[/*][#@]\s*sourceMappingURL=([^\s'"]+)(?=[\t ]*(?:\*\/[\t ]*)?(?:[\n\r\u2028\u2029]|$))/g;
const FILES_AT_ONCE = 16;

/**
 * Everything needed to map scripts later, for the scripts that have samples. What the runtime itself says comes first;
 * for scripts that are gone, the files are asked.
 */
export async function loadScripts(
  urls: readonly string[],
  live: ReadonlyMap<string, LiveScript>,
  functions: ReadonlyMap<string, CoveredScript>,
): Promise<RecordedScript[]> {
  const wanted = urls.filter((url) => !url.startsWith('node:'));
  const scripts: RecordedScript[] = [];
  for (let i = 0; i < wanted.length; i += FILES_AT_ONCE) {
    const some = wanted.slice(i, i + FILES_AT_ONCE);
    scripts.push(...(await Promise.all(some.map((url) => loadScript(url, live.get(url), functions.get(url))))));
  }
  return scripts;
}

async function loadScript(
  url: string,
  live: LiveScript | undefined,
  covered: CoveredScript | undefined,
): Promise<RecordedScript> {
  const file = filePathOf(url);
  const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  const contentHash = bytes && createHash('sha256').update(bytes).digest('hex');
  const sourceMapUrl = live?.sourceMapUrl || (bytes && findSourceMapUrl(bytes));
  const sourceMap = sourceMapUrl?.startsWith('data:') ? decodeDataUrl(sourceMapUrl) : undefined;
  const functions = covered && bytes && functionsOf(covered, bytes, live);
  return { url, sourceMapUrl: sourceMap === undefined ? sourceMapUrl : undefined, sourceMap, contentHash, functions };
}

/** Ranges count in the text that ran; a loader's output in memory is another text than the file. */
function functionsOf(covered: CoveredScript, bytes: Buffer, live: LiveScript | undefined): NotedFunctions | undefined {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  return live?.length === text.length ? noteFunctions(covered, text) : undefined;
}

/** The absolute path of a script's file; undefined for `node:`, `evalmachine` and other urls. */
export function filePathOf(url: string): string | undefined {
  if (path.isAbsolute(url)) return url;
  if (!url.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** The last `sourceMappingURL` comment of a script, which is the one in force. */
export function findSourceMapUrl(bytes: Buffer): string | undefined {
  const at = bytes.lastIndexOf('sourceMappingURL=');
  if (at < 0) return undefined;
  const line = bytes.toString('utf8', Math.max(0, at - 4));
  return [...line.matchAll(COMMENT)].at(-1)?.[1];
}

/** The text inside a `data:` url; undefined when it is none. */
export function decodeDataUrl(url: string): string | undefined {
  const comma = url.indexOf(',');
  if (!url.startsWith('data:') || comma < 0) return undefined;
  const body = url.slice(comma + 1);
  if (/;base64$/i.test(url.slice(0, comma))) return Buffer.from(body, 'base64').toString('utf8');
  try {
    return decodeURIComponent(body);
  } catch {
    return undefined;
  }
}
