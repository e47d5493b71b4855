import { basename, dirname } from 'node:path';
import { type Analysis, Category, type Measured, timeBySource } from '../core/index.ts';
import type { Diagnostic } from '../recording/index.ts';
import { closestTo, Files, type Places } from '../source-maps/index.ts';

/** Below this share of the active time, the recorder does not ask a program for the texts of its scripts. */
const ASKED_SHARE = 0.01;

/** Files whose lines are unknown are nothing to be warned of where hardly any time was spent in them. */
export function weighUnknownTexts({
  diagnostics,
  functions,
  sources,
  quality,
}: Pick<Analysis, 'diagnostics' | 'functions' | 'sources' | 'quality'>): readonly Diagnostic[] {
  if (!diagnostics.some(({ code }) => code === 'source-map-unknown')) return diagnostics;
  const timeOf = timeBySource({ functions, sources });
  const least = quality.activeTime * ASKED_SHARE;
  return diagnostics.map((each) =>
    each.code === 'source-map-unknown' && (timeOf.get(each.file) ?? 0) < least ? { ...each, severity: 'info' } : each,
  );
}

/** Less of the active time is not worth a diagnostic: many libraries make small functions from text. */
const NOTABLE_SHARE = 0.05;

/**
 * A diagnostic where much time was spent in code that leads to no file: made by eval or new Function without a name, or
 * with one that the sampler does not tell. Bundlers do that for their quick source maps.
 */
export function findEvalTime({ functions, quality }: Pick<Analysis, 'functions' | 'quality'>): Diagnostic | undefined {
  let time = 0;
  for (let row = 0; row < functions.name.length; row++)
    if (functions.category[row] === Category.own && functions.source[row] < 0) time += functions.selfTime[row];
  const share = quality.activeTime > 0 ? time / quality.activeTime : 0;
  return share < NOTABLE_SHARE ? undefined : { code: 'eval-unnamed', severity: 'warning', share, ...nameOf(quality) };
}

/**
 * A diagnostic where much time is in files of the user's that are not on this machine: where they had been (`from`), and
 * where they may be (`to`), if a file of that name is there.
 */
export function findElsewhere(
  { functions, sources, quality }: Pick<Analysis, 'functions' | 'sources' | 'quality'>,
  { folders }: Places,
): Diagnostic | undefined {
  const isOwn = new Set(functions.source.filter((_, row) => functions.category[row] === Category.own));
  const gone = sources.filter(({ isElsewhere }, source) => isElsewhere === true && isOwn.has(source));
  const timeOf = timeBySource({ functions, sources });
  const times = gone.map(({ path }) => timeOf.get(path) ?? 0);
  const share = times.reduce((sum, time) => sum + time, 0) / quality.activeTime;
  if (!(share >= NOTABLE_SHARE)) return undefined;
  const { path: file, content } = gone[times.indexOf(Math.max(...times))];
  const move = guessMove(file, folders);
  // A bare name may be that of a text which was evaluated.
  if (move === undefined && dirname(file) === '.') return undefined;
  const severity = content === undefined ? 'warning' : 'info';
  const paths = [file, ...gone.map(({ path }) => path)];
  return {
    code: 'files-elsewhere',
    severity,
    file,
    ...{ share, ...nameOf(quality) },
    ...(move ?? { from: commonFolder(paths) }),
  };
}

/** What was measured, if it is not time: shares are of that. */
const nameOf = ({ value }: Measured): { value?: string } => (value ? { value: value.name } : {});

/** By the file of that name in these folders whose path ends most alike. */
function guessMove(path: string, folders: readonly string[]): { from: string; to: string } | undefined {
  const name = basename(path.replaceAll('\\', '/'));
  let to = closestTo(path, new Files().named(name, folders));
  if (to === undefined) return undefined;
  let from = path;
  while (dirname(from) !== '.' && from !== dirname(from) && basename(from) === basename(to))
    [from, to] = [dirname(from), dirname(to)];
  return { from, to };
}

/** The folder, or beginning of urls, in which all of these are; the first one's where they have none in common. */
function commonFolder([first, ...others]: readonly string[]): string {
  let folder = folderOf(first);
  while (others.some((path) => !path.startsWith(folder))) folder = folderOf(folder.slice(0, -1));
  // The root of a disk, or a scheme alone, says nothing.
  return (/[^:\\/][\\/]$/.test(folder.replace(/^\w+:/, '')) ? folder : folderOf(first)).slice(0, -1) || '/';
}

/** With its separator at the end. */
const folderOf = (path: string): string => path.slice(0, path.length - basename(path.replaceAll('\\', '/')).length);
