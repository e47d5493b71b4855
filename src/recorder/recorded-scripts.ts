import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt } from '../core/index.ts';
import { decodeDataUrl, findSourceMapUrl } from '../urls/index.ts';
import { type CoveredScript, noteFunctions } from './function-ranges.ts';
import type { LiveScript, LiveText } from './live-scripts.ts';
import { forFiles, hashOf, readRegularFile } from './read-regular-file.ts';
import type { SeenFiles } from './seen-files.ts';
import type { RecordedScript } from '../recording/index.ts';

/**
 * Everything needed to map scripts later, for the scripts that have samples. What the runtime says of a script comes
 * first; if the script is gone, its file is read. `files`: what ran is what the files hold. `ask` is asked for the texts of
 * those that ran otherwise than their files are, or than they were when they were `seen` first.
 */
export async function loadScripts(
  urls: readonly string[],
  live: ReadonlyMap<string, LiveScript> | 'files',
  functions: ReadonlyMap<string, CoveredScript>,
  ask: AskTexts = () => Promise.resolve(new Map()),
  seen?: SeenFiles,
): Promise<RecordedScript[]> {
  const liveScript = (url: string): LiveScript | 'file' | undefined => (live === 'files' ? 'file' : live.get(url));
  const wanted = urls.filter((url) => !url.startsWith('node:'));
  const loaded = await forFiles(wanted, (url) => loadScript(url, liveScript(url), functions.get(url), seen));
  const others = new Set(loaded.flatMap(({ otherId }) => otherId ?? []));
  const texts = others.size > 0 ? await ask(others) : new Map<number, LiveText>();
  return Promise.all(
    loaded.map(async ({ script, otherId }) => {
      const text = otherId === undefined ? undefined : texts.get(otherId)?.text;
      if (text === undefined) return script;
      const covered = functions.get(script.url);
      const withFunctions = { ...script, ...(covered && { functions: noteFunctions(covered, text) }) };
      if (hasMap(script)) return withFunctions;
      const contentHash = await seen?.hashIfRan(script.url, text);
      if (contentHash === undefined || contentHash === script.contentHash) return { ...script, source: text };
      return { ...withFunctions, contentHash };
    }),
  );
}

/** Gives the texts that ran, by the numbers of scripts. */
type AskTexts = (ids: ReadonlySet<number>) => Promise<ReadonlyMap<number, LiveText>>;

const hasMap = ({ sourceMap, sourceMapUrl }: RecordedScript): boolean => Boolean(sourceMap ?? sourceMapUrl);

/**
 * `otherId`: V8's number of a script that ran with another text than its file has, which has no map, or functions whose
 * places are only known by it.
 */
interface LoadedScript {
  readonly script: RecordedScript;
  readonly otherId?: number;
}

async function loadScript(
  url: string,
  live: LiveScript | 'file' | undefined,
  covered: CoveredScript | undefined,
  seen: SeenFiles | undefined,
): Promise<LoadedScript> {
  const file = filePathOf(url);
  const bytes = file === undefined ? undefined : await readRegularFile(file);
  const contentHash = bytes && hashOf(bytes);
  const sourceMapUrl = (live !== 'file' && live?.sourceMapUrl) || (bytes && mapUrlOf(bytes));
  const sourceMap = sourceMapUrl && decodeDataUrl(sourceMapUrl)?.toString();
  const isEdited = ((await seen?.hashOf(url)) ?? contentHash) !== contentHash;
  const ran = bytes && !isEdited ? textThatRan(bytes, live) : undefined;
  // Ranges refer to the text that ran.
  const functions = covered && ran !== undefined ? noteFunctions(covered, ran) : undefined;
  const named = sourceMap === undefined ? sourceMapUrl : undefined;
  const script = { url, sourceMapUrl: named, sourceMap, contentHash, functions };
  if (live === 'file' || live === undefined || live.length < 0) return { script };
  const isOther = bytes !== undefined && ran === undefined && (!sourceMapUrl || covered !== undefined);
  return isOther ? { script, otherId: Number(live.scriptId) } : { script };
}

/** A file's text, where that is what ran, as far as its length tells; a loader may have made another one in memory. */
function textThatRan(bytes: Buffer, live: LiveScript | 'file' | undefined): string | undefined {
  const text = bytes.toString('utf8');
  if (live === 'file') return text;
  // Node leaves a byte order mark to V8 in CommonJS modules, not in ES modules.
  return [text, text.replace(/^\uFEFF/, '')].find(({ length }) => length === live?.length);
}

/** The absolute path of a script's file; undefined for `node:`, `evalmachine` and other urls. */
export function filePathOf(url: string): string | undefined {
  if (path.isAbsolute(url)) return url;
  return url.startsWith('file:') ? attempt(() => fileURLToPath(url)) : undefined;
}

/** The source map that a file names. */
export function mapUrlOf(bytes: Buffer): string | undefined {
  // `//# ` and `/*# ` are shorter than this.
  const at = bytes.indexOf('sourceMappingURL=');
  return at < 0 ? undefined : findSourceMapUrl(bytes.toString('utf8', Math.max(0, at - 16)));
}
