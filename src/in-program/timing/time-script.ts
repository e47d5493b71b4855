import remapping from '@jridgewell/remapping';
import { createHash } from 'node:crypto';
import type { Position } from 'acorn';
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve, sep } from 'node:path';
import { decoded, decodeDataUrl, findSourceMapUrl, pathOfUrl, scriptName } from '../../urls/index.ts';
import { type TimedFunction, type TimingSettings, UNKNOWN_LINE, type UntimedFunction } from '../../recording/timing.ts';
import { findFunctions, type FoundFunction, parseScript } from './find-functions.ts';
import { canBeTimed, instrument, TIMED_MARK } from './instrument.ts';

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
  const script = wantedFunctions(text, file, isModule, settings);
  if (script === undefined) return text;
  const { path, program, map, functions } = script;
  const wanted = functions.filter(({ found }) => canBeTimed(found.node));
  for (const { found, place } of functions)
    if (!canBeTimed(found.node)) tell({ name: found.name, file: place.file, line: place.line });
  if (wanted.length === 0) return text;
  const id = createHash('sha256').update(path).update(text).digest('hex').slice(0, 10);
  const edited = instrument(text, program, {
    id,
    functions: wanted.map(({ found }) => found),
    described: JSON.stringify(
      wanted.map(({ found: { name, kind }, place }): TimedFunction => ({ name, ...place, kind })),
    ),
  });
  const toGiven = edited.generateMap({ source: path, hires: 'boundary', includeContent: map === undefined });
  // The given map's source may have the name of the script itself: only what is directly below is it.
  const whole = remapping(toGiven.toString(), (_, { depth }) => (depth === 1 && map ? JSON.stringify(map) : null));
  const url = `data:application/json;base64,${Buffer.from(whole.toString()).toString('base64')}`;
  // Of several, the last one counts.
  return `${edited.toString()}${MAP_START}${url}`;
}

/** The functions of a text that are asked for; undefined where the text is not the user's, or cannot be parsed. */
export function wantedFunctions(text: string, file: string, isModule: boolean, settings: TimingSettings) {
  const path = pathOfUrl(file.replace(/[?#][^/\\]*$/, ''));
  // What hooks have timed comes again through others.
  if (path === undefined || !isWantedFile(path, settings) || text.includes(TIMED_MARK)) return undefined;
  const program = parseScript(text, isModule);
  if (program === undefined) return undefined;
  const map = readMap(text, path);
  const placeOf = map ? originalPlaces(path, map) : ownPlaces(path, text);
  const own = findFunctions(program).flatMap((found): OwnFunction[] => {
    const { loc } = found.node;
    const place = loc && placeOf(loc.start);
    if (!place) return [];
    return [{ found, place, endLine: placeOf({ line: loc.end.line, column: loc.end.column - 1 })?.line ?? place.line }];
  });
  return { path, program, map, functions: askedFunctions(own, settings.functions) };
}

/** Other texts' functions are not the user's: their names may be wanted, too. */
function isWantedFile(path: string, { roots }: TimingSettings): boolean {
  return roots.some((root) => {
    const isBelow = path.startsWith(root.endsWith(sep) ? root : root + sep);
    // Dependencies are timed where a folder of theirs was named.
    return path === root || (isBelow && !path.slice(root.length).split(sep).includes('node_modules'));
  });
}

/** A function of the user's, with where it begins and the line of its end in the original source. */
export interface OwnFunction {
  readonly found: FoundFunction;
  readonly place: Place;
  readonly endLine: number;
}

/** The functions that are meant by `parse`, `Index.search`, `Index.*`, or `search.ts:7`, the innermost at that line. */
function askedFunctions(own: readonly OwnFunction[], asked: readonly string[]): readonly OwnFunction[] {
  if (asked.length === 0) return own.filter(({ found }) => found.name !== '');
  const meant = new Set<OwnFunction | undefined>();
  for (const each of asked) {
    const [, file, line] = /^(.+):(\d+)$/.exec(each) ?? [];
    if (file === undefined)
      for (const one of own) meant.add(one.found.name !== '' && matches(one.found.name, each) ? one : undefined);
    else
      meant.add(
        own.findLast(
          ({ place, endLine }) => isInFile(place.file, file) && place.line <= Number(line) && Number(line) <= endLine,
        ),
      );
  }
  return own.filter((each) => meant.has(each));
}

const isInFile = (path: string, file: string): boolean =>
  `/${path.replaceAll('\\', '/')}`.endsWith(`/${file.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')}`);

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

// In two, since this file's own text must not name a map.
const MAP_START = `\n//# ${['source', 'MappingURL'].join('')}=`;
/** The source map that the text names; undefined where it names none that can be read. */
function readMap(text: string, path: string): SourceMapPayload | undefined {
  const url = findSourceMapUrl(text);
  if (url === undefined) return undefined;
  try {
    const bytes = decodeDataUrl(url) ?? readFileSync(resolve(dirname(path), decoded(url)));
    return JSON.parse(bytes.toString()) as SourceMapPayload;
  } catch {
    return undefined;
  }
}

type Place = Pick<TimedFunction, 'file' | 'line' | 'column'>;

/** Where a place of the text (line 1-based, column 0-based) is in the original source. Undefined for what a loader added. */
function originalPlaces(path: string, payload: SourceMapPayload) {
  const map = new SourceMap(payload);
  return ({ line, column }: Position): Place | undefined => {
    const entry = map.findEntry(line - 1, column);
    if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return undefined;
    const { originalSource, originalLine, originalColumn } = entry;
    const file = resolve(dirname(path), payload.sourceRoot ?? '', scriptName(originalSource));
    return { file, line: originalLine + 1, column: originalColumn };
  };
}

/** Without a map. Where a loader made another text of the file and does not say how, lines are unknown. */
function ownPlaces(path: string, text: string) {
  const given = text.split('\n');
  const onDisk = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : given;
  // Strippers of types move no line.
  const hasSameLines = onDisk.length === given.length;
  return ({ line, column }: Position): Place => {
    const isSame = hasSameLines || onDisk[line - 1]?.trim() === given[line - 1].trim();
    return isSame ? { file: path, line, column } : { file: path, line: UNKNOWN_LINE, column: 0 };
  };
}
