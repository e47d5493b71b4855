import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeDataUrl, findSourceMapUrl } from '../urls/index.ts';
import { type CoveredScript, noteFunctions } from './function-ranges.ts';
import type { LiveScript } from './live-scripts.ts';
import { readRegularFile } from './read-regular-file.ts';
import type { RecordedScript } from '../recording/index.ts';

const FILES_AT_ONCE = 16;

/**
 * Everything needed to map scripts later, for the scripts that have samples. What the runtime says of a script comes
 * first; if the script is gone, its file is read. `files`: what ran is what the files hold.
 */
export async function loadScripts(
  urls: readonly string[],
  live: ReadonlyMap<string, LiveScript> | 'files',
  functions: ReadonlyMap<string, CoveredScript>,
): Promise<RecordedScript[]> {
  const liveScript = (url: string): LiveScript | 'file' | undefined => (live === 'files' ? 'file' : live.get(url));
  const wanted = urls.filter((url) => !url.startsWith('node:'));
  const scripts: RecordedScript[] = [];
  for (let i = 0; i < wanted.length; i += FILES_AT_ONCE) {
    const some = wanted.slice(i, i + FILES_AT_ONCE);
    scripts.push(...(await Promise.all(some.map((url) => loadScript(url, liveScript(url), functions.get(url))))));
  }
  return scripts;
}

async function loadScript(
  url: string,
  live: LiveScript | 'file' | undefined,
  covered: CoveredScript | undefined,
): Promise<RecordedScript> {
  const file = filePathOf(url);
  const bytes = file === undefined ? undefined : await readRegularFile(file);
  const contentHash = bytes && createHash('sha256').update(bytes).digest('hex');
  const sourceMapUrl = (live !== 'file' && live?.sourceMapUrl) || (bytes && mapUrlOf(bytes));
  const sourceMap = sourceMapUrl && decodeDataUrl(sourceMapUrl)?.toString();
  const functions = covered && bytes && functionsOf(covered, bytes, live);
  return { url, sourceMapUrl: sourceMap === undefined ? sourceMapUrl : undefined, sourceMap, contentHash, functions };
}

/** Ranges refer to the text that ran, which is not the file's if a loader made it in memory. */
function functionsOf(
  covered: CoveredScript,
  bytes: Buffer,
  live: LiveScript | 'file' | undefined,
): RecordedScript['functions'] {
  const text = bytes.toString('utf8');
  if (live === 'file') return noteFunctions(covered, text);
  // Node leaves a byte order mark to V8 in CommonJS modules, not in ES modules.
  const ran = [text, text.replace(/^\uFEFF/, '')].find(({ length }) => length === live?.length);
  return ran === undefined ? undefined : noteFunctions(covered, ran);
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

/** The source map that a file names. */
export function mapUrlOf(bytes: Buffer): string | undefined {
  // `//# ` and `/*# ` are shorter than this.
  const at = bytes.indexOf('sourceMappingURL=');
  return at < 0 ? undefined : findSourceMapUrl(bytes.toString('utf8', Math.max(0, at - 16)));
}
