import remapping from '@jridgewell/remapping';
import { createHash } from 'node:crypto';
import type { SourceMapPayload } from 'node:module';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { attempt } from '../core/index.ts';
import { createMapCache, Files } from '../source-maps/index.ts';
import { decoded, decodeDataUrl, findSourceMapUrl, pathOfUrl } from '../urls/index.ts';
import type { TimedFunction, TimingSettings, UntimedFunction } from '../recording/timing.ts';
import { findFunctions, parseScript } from './find-functions.ts';
import { canBeTimed, instrument, TIMED_MARK } from './instrument.ts';
import { type OwnFunction, placeFunctions } from './place-functions.ts';

/** A module; the body of a function, as in CommonJS; or a script, which may run several times. */
export type TextKind = 'module' | 'body' | 'script';

/**
 * The text of a script with its wanted functions timed; the same text where none is. `file`: its path or file url.
 * What it cannot parse it leaves alone.
 */
export function timeScript(
  text: string,
  file: string,
  kind: TextKind,
  settings: TimingSettings,
  tell: (untimed: UntimedFunction) => void,
): string {
  const script = wantedFunctions(text, file, kind === 'module', settings);
  if (script === undefined) return text;
  const { path, program, functions } = script;
  const wanted = functions.filter(({ found }) => canBeTimed(found.node));
  for (const { found, name, place } of functions)
    if (!canBeTimed(found.node)) tell({ name, file: place.file, line: place.line });
  if (wanted.length === 0) return text;
  const id = createHash('sha256').update(path).update(text).digest('hex').slice(0, 10);
  const described = wanted.map(({ found: { kind: of }, name, place }): TimedFunction => ({ name, ...place, kind: of }));
  const edited = instrument(text, program, {
    ...{ id, described },
    // Node may hand a module over as CommonJS. A text may declare a `globalThis` of its own, which is not set yet at its start.
    isWrapped: kind === 'body' && program.sourceType === 'script' && !/\bglobalThis\s*=/.test(text),
    functions: wanted.map(({ found }) => found),
  });
  const map = readMap(text, path);
  const toGiven = edited.generateMap({ source: path, hires: 'boundary', includeContent: map === undefined });
  // The given map's source may have the name of the script itself: only what is directly below is it.
  const whole = remapping(toGiven.toString(), (_, { depth }) => (depth === 1 && map ? JSON.stringify(map) : null));
  const url = `data:application/json;base64,${Buffer.from(whole.toString()).toString('base64')}`;
  // Of several, the last one counts.
  return `${edited.toString()}${MAP_START}${url}`;
}

/**
 * The functions of a text that are asked for; undefined where the text is not the user's, or cannot be parsed. `file`: its path, its
 * file url, or the name of an evaluated text, which is the user's where its map leads to the user's files.
 */
export function wantedFunctions(text: string, file: string, isModule: boolean, settings: TimingSettings) {
  const path = pathOfUrl(file.replace(/[?#][^/\\]*$/, ''));
  const isOwn = path === undefined ? findSourceMapUrl(text) !== undefined : isWantedFile(path, settings);
  // What hooks have timed comes again through others.
  if (!isOwn || text.includes(TIMED_MARK)) return undefined;
  const program = parseScript(text, isModule);
  if (program === undefined) return undefined;
  const placed = placeFunctions({ text, url: path ?? file, folders: settings.roots }, findFunctions(program));
  const own = path === undefined ? placed.filter(({ place }) => isWantedFile(place.file, settings)) : placed;
  return { path: path ?? file, program, functions: askedFunctions(own, settings.functions) };
}

/** Other texts' functions are not the user's: their names may be wanted, too. */
function isWantedFile(path: string, { roots }: TimingSettings): boolean {
  return roots.some((root) => {
    const isBelow = path.startsWith(root.endsWith(sep) ? root : root + sep);
    // Dependencies are timed where a folder of theirs was named.
    return path === root || (isBelow && !path.slice(root.length).split(sep).includes('node_modules'));
  });
}

/** The functions that are meant by `parse`, `Index.search`, `Index.*`, or `search.ts:7`, the innermost at that line. */
function askedFunctions(own: readonly OwnFunction[], asked: readonly string[]): readonly OwnFunction[] {
  if (asked.length === 0) return own.filter(({ name, isOwn }) => name !== '' && isOwn);
  const meant = new Set<OwnFunction | undefined>();
  for (const each of asked) {
    const [, file, line] = /^(.+):(\d+)$/.exec(each) ?? [];
    if (file === undefined)
      for (const one of own) meant.add(one.name !== '' && matches(one.name, each) ? one : undefined);
    else meant.add(own.findLast((one) => isInFile(one.place.file, file) && isAtLine(one, Number(line))));
  }
  return own.filter((each) => meant.has(each));
}

const isAtLine = ({ place, endLine }: OwnFunction, line: number): boolean => place.line <= line && line <= endLine;
const isInFile = (path: string, file: string): boolean =>
  `/${path.replaceAll('\\', '/')}`.endsWith(`/${file.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')}`);

function matches(name: string, asked: string): boolean {
  const bare = name.replace(/^(?:get|set|new) /, '');
  const parts = asked.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`);
  return [name, bare, bare.slice(bare.lastIndexOf('.') + 1)].some((each) => pattern.test(each));
}

// In two, since this file's own text must not name a map.
const MAP_START = `\n//# ${['source', 'MappingURL'].join('')}=`;
/** The source map that the text names; undefined where it names none that can be read. */
function readMap(text: string, path: string): SourceMapPayload | undefined {
  const url = findSourceMapUrl(text);
  if (url === undefined) return undefined;
  return attempt(() => {
    // What is evaluated has no folder.
    const file = isAbsolute(path) ? resolve(dirname(path), decoded(url)) : undefined;
    const bytes = decodeDataUrl(url) ?? (file === undefined ? file : new Files(createMapCache(0)).read(file));
    return bytes && (JSON.parse(bytes.toString()) as SourceMapPayload);
  });
}
