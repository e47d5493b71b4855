import remapping from '@jridgewell/remapping';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TimedFunction, TimingSettings, UntimedFunction } from '../../recording/timed-calls.ts';
import { findFunctions, type FoundFunction, parseScript } from './find-functions.ts';
import { canBeTimed, instrument } from './instrument.ts';

/**
 * The text of a script with its wanted functions timed; the same text where none is. `file`: its path or file url.
 * What it cannot parse it leaves alone.
 */
export function timeScript(
  text: string,
  file: string,
  isModule: boolean,
  settings: TimingSettings,
  tell: (untimed: UntimedFunction) => void,
): string {
  const path = pathOf(file);
  if (path === undefined || !isWantedFile(path, settings)) return text;
  const program = parseScript(text, isModule);
  if (program === undefined) return text;
  const map = readMap(text, path);
  const placeOf = originalPlaces(path, map);
  const wanted: FoundFunction[] = [];
  const described: TimedFunction[] = [];
  for (const found of findFunctions(program)) {
    const { node, name, kind } = found;
    const place = placeOf(node.loc?.start);
    const end = placeOf(node.loc?.end);
    if (!isWanted(name, { ...place, endLine: end.line }, settings.functions)) continue;
    if (!canBeTimed(node)) tell({ name, file: place.file, line: place.line });
    else {
      wanted.push(found);
      described.push({ name, ...place, kind });
    }
  }
  if (wanted.length === 0) return text;
  const id = createHash('sha256').update(path).digest('hex').slice(0, 10);
  const edited = instrument(text, program, { id, functions: wanted, described: JSON.stringify(described) });
  const toGiven = edited.generateMap({ source: path, hires: 'boundary', includeContent: map === undefined });
  const whole = remapping({ ...toGiven, version: 3 } as never, (source) => (source === path ? (map as never) : null));
  const url = `data:application/json;base64,${Buffer.from(whole.toString()).toString('base64')}`;
  return `${edited.toString().replace(MAP_COMMENT, '')}\n//# ${'sourceMappingURL'}=${url}`;
}

/** Other texts' functions are not the user's: their names may be wanted, too. */
function isWantedFile(path: string, { roots }: TimingSettings): boolean {
  if (path.split(sep).includes('node_modules')) return false;
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
}

function pathOf(file: string): string | undefined {
  if (!file.startsWith('file:')) return isAbsolute(file) ? file.replace(/[?#].*$/, '') : undefined;
  try {
    return fileURLToPath(file);
  } catch {
    return undefined;
  }
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
}

/** Whether one of what was asked for means this function: `parse`, `Index.search`, `Index.*`, `search.ts:7`. */
function isWanted(name: string, place: Place, asked: readonly string[]): boolean {
  if (asked.length === 0) return name !== '';
  return asked.some((each) => {
    const [, file, line] = /^(.+):(\d+)$/.exec(each) ?? [];
    if (file === undefined) return name !== '' && matches(name, each);
    return (
      Number(line) === place.line && `/${place.file.replaceAll('\\', '/')}`.endsWith(`/${file.replace(/^\.?\//, '')}`)
    );
  });
}

function matches(name: string, asked: string): boolean {
  const bare = name.replace(/^(?:get|set|new) /, '');
  const pattern = new RegExp(
    `^${asked
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
  return [name, bare, bare.slice(bare.lastIndexOf('.') + 1)].some((each) => pattern.test(each));
}

const MAP_COMMENT = /^[ \t]*\/\/[#@] sourceMappingURL=([^\s'"`]+)[ \t]*$/m;

/** The source map that the text names; undefined where it names none that can be read. */
function readMap(text: string, path: string): SourceMapPayload | undefined {
  const url = MAP_COMMENT.exec(text)?.[1];
  if (url === undefined) return undefined;
  try {
    const data = /^data:application\/json[^,]*?(;base64)?,(.*)$/s.exec(url);
    const json = data
      ? data[1]
        ? Buffer.from(data[2], 'base64').toString()
        : decodeURIComponent(data[2])
      : readFileSync(resolve(dirname(path), decodeURIComponent(url)), 'utf8');
    return JSON.parse(json) as SourceMapPayload;
  } catch {
    return undefined;
  }
}

/** Where a place of the text (line 1-based, column 0-based) is in the original source. */
function originalPlaces(path: string, payload: SourceMapPayload | undefined) {
  const map = payload && new SourceMap(payload);
  return (at: { line: number; column: number } = { line: 1, column: 0 }) => {
    const entry = map?.findEntry(at.line - 1, at.column);
    if (!entry || !('originalSource' in entry)) return { file: path, ...at };
    const { originalSource, originalLine, originalColumn } = entry;
    const source = originalSource.startsWith('file:') ? fileURLToPath(originalSource) : originalSource;
    const root = payload?.sourceRoot ?? '';
    return { file: resolve(dirname(path), root, source), line: originalLine + 1, column: originalColumn };
  };
}
