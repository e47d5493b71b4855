import { basename, dirname, join } from 'node:path';
import { decoded, isDrive, isInPackage, isServed, scriptName, servedPath } from '../../urls/index.ts';
import type { Files } from '../find/files.ts';
import { closestTo } from '../find/nearby-files.ts';
import type { MapSource } from '../decode/source-map-data.ts';

/** Where an original is. */
export interface ResolvedSource {
  /** Absolute path, or the url as the map has it. */
  readonly path: string;
  readonly isFile: boolean;
  readonly exists: boolean;
}

export interface ResolveContext {
  /** The file or url that relative sources start from. */
  readonly base?: string;
  /** The generated file. */
  readonly generated?: string;
  /** Folders in which files may be that are not where the map says: where the recording is, the program's folder. */
  readonly folders: readonly string[];
  readonly files: Files;
}

const SCHEME = /^([a-z][a-z0-9+.-]+):/i;

/**
 * Turns a map's source into a path: relative, absolute and `file:` sources, and bundlers' urls (`webpack://app/./src/a.ts`)
 * where a file is found that they stand for. What was built elsewhere is the file of that name whose text the map carries.
 */
export function resolveSource(url: string, source: MapSource, context: ResolveContext): ResolvedSource {
  const joined = scriptName(absoluteUrl(joinRoot(source.root, url), context.base));
  const named = firstExisting(joined, context);
  if (named?.exists) return named;
  const isBundlers = named === undefined && SCHEME.test(joined) && !isDrive(joined);
  const path = (isBundlers ? findBundled(joined, source, context) : undefined) ?? findByText(joined, source, context);
  if (path !== undefined) return { path, isFile: true, exists: true };
  return named ?? { path: joined, isFile: false, exists: false };
}

/** The file of this name that has the text which the map carries. A dependency's original is no file of the user's. */
function findByText(url: string, source: MapSource, context: ResolveContext): string | undefined {
  const { files, generated, folders } = context;
  if (!source.hasContent || isInPackage(generated ?? '')) return undefined;
  const path = withoutLastQuery(url).replaceAll('\\', '/');
  const outside = servedPath(path);
  if (outside !== undefined && isSame(outside, source, files)) return outside;
  const root = generated === undefined ? undefined : files.packageRoot(generated);
  const inFolders = root === undefined ? folders : [...folders, root];
  const same = [path, decoded(path)].flatMap((spelled) =>
    files.named(basename(spelled), inFolders).filter((file) => isSame(file, source, files)),
  );
  return closestTo(decoded(path), [...new Set(same)], generated);
}

/** What a dev server serves is at the url that the source is at, seen from its script. */
function absoluteUrl(url: string, base: string | undefined): string {
  const isUrl = base !== undefined && isServed(base) && !SCHEME.test(url) && URL.canParse(url, base);
  return isUrl ? new URL(url, base).href : url;
}

function joinRoot(root: string, url: string): string {
  if (root === '' || SCHEME.test(url) || isDrive(url) || url.startsWith('/')) return url;
  return root.endsWith('/') ? root + url : `${root}/${url}`;
}

/** Vite's name for the root of the disk. */
const VITE_ROOT = /^\/@fs(?=\/)/;

/** Sources are urls, but many tools write plain paths: the spelling that exists wins, the decoded one otherwise. */
function firstExisting(url: string, { base, files }: ResolveContext): ResolvedSource | undefined {
  const bare = withoutLastQuery(url);
  const spellings = [url, decoded(url), bare, decoded(bare), bare.replace(VITE_ROOT, ''), bare.replaceAll('\\', '/')];
  const paths = spellings.map((each) => files.fileAt(each, base));
  for (const path of paths)
    if (path !== undefined && files.facts(path) !== undefined) return { path, isFile: true, exists: true };
  const path = files.fileAt(decoded(bare), base);
  return path === undefined ? undefined : { path, isFile: true, exists: false };
}

/**
 * The file that a bundler's url stands for. Inside the generated file's package any file of that path will do; above
 * it, or elsewhere, only one whose text is what the map carries: another project's `src/index.ts` is not ours.
 */
function findBundled(url: string, source: MapSource, context: ResolveContext): string | undefined {
  const { files } = context;
  const candidates = bundledPaths(url);
  const under = (folders: readonly string[]): string[] =>
    folders.flatMap((folder) => candidates.map((path) => join(folder, path)));
  const absolute = candidates.find((path) => path.startsWith('/') && isSame(path, source, files));
  if (absolute !== undefined) return absolute;
  const start = context.generated ?? (isServed(context.base ?? '') ? undefined : context.base);
  const root = start === undefined ? undefined : files.packageRoot(start);
  if (start !== undefined && root !== undefined) {
    const inside = under(foldersBetween(dirname(start), root).reverse());
    const same = inside.find((path) => isSame(path, source, files));
    if (same !== undefined) return same;
    const any = under([root]).find((path) => isBelow(path, root) && files.facts(path));
    if (any !== undefined && source.hasContent) return any;
  }
  if (!source.hasContent) return undefined;
  const outside = [...context.folders, ...(start === undefined ? [] : foldersBetween(dirname(start), undefined))];
  return under(outside).find((path) => isSame(path, source, files));
}

/** `webpack://name/(rsc)/./src/a.ts?abcd`, `webpack:///src/a.ts`, `ng:///…`, `turbopack:///[project]/…` as relative paths. */
function bundledPaths(url: string): readonly string[] {
  const bare = withoutLastQuery(url).replace(/^[a-z][a-z0-9+.-]+:/i, '');
  const withAuthority = bare.replace(/^\/{2}/, '').replace(/^\/+/, '');
  // The authority is the name of a package, and those with a scope have a slash in theirs.
  const withoutAuthority = bare.startsWith('//') ? bare.replace(/^\/\/(?:@[^/]*\/)?[^/]*\/?/, '') : bare;
  const cleaned = [withoutAuthority, withAuthority].map((path) =>
    path.replace(/^(?:\([\w-]+\)\/)?(?:\[project\]|~|\.)\//, ''),
  );
  const paths = [...new Set(cleaned.flatMap((path) => [path, decoded(path)]))];
  return paths.filter((path) => path !== '' && !path.includes('\0'));
}

/** Without the query behind the last slash: bundlers put one there, and folders may have question marks in their names. */
function withoutLastQuery(url: string): string {
  const query = url.indexOf('?', url.lastIndexOf('/') + 1);
  return query < 0 ? url : url.slice(0, query);
}

function foldersBetween(folder: string, end: string | undefined): string[] {
  const folders = [folder];
  let at = folder;
  while (at !== end && dirname(at) !== at) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}

const isBelow = (path: string, folder: string) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** Whether a file is there, and is what the map carries where it carries anything. */
function isSame(path: string, source: MapSource, files: Files): boolean {
  const facts = files.facts(path);
  if (facts === undefined || !source.hasContent) return facts !== undefined;
  const content = source.content();
  // Line ends may have been converted: the sizes of equal texts differ by no more than that.
  if (content === undefined || facts.size < content.length / 2 || facts.size > content.length * 4) return false;
  const bytes = files.read(path);
  return bytes !== undefined && isTextOf(bytes.toString('utf8'), content);
}

/**
 * Whether the text that a map carries is a file's. Line ends, a byte order mark, and what a build tool put in front of the first line
 * (as Vite does of its configuration) move no line.
 */
export function isTextOf(file: string, content: string): boolean {
  if (file === content) return true;
  const [text, built] = [normal(file), normal(content)];
  if (text === built) return true;
  return text.trim() !== '' && built.endsWith(text) && !built.slice(0, -text.length).includes('\n');
}

const normal = (text: string) => text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
