import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { stem } from './known-answer.ts';

export const constructsFolder = path.join(import.meta.dirname, 'constructs');

/** A place as `file:line`; the file without folder and extension, 1-based lines. */
export type Place = string;

/** What is written in the files of the constructs. */
export interface Constructs {
  /** Which lines do the work of a construct: those with `// @name`, also alone on the line below. */
  readonly hot: ReadonlyMap<string, readonly Place[]>;
  /** Lines that do nothing worth mentioning: all others but heads of loops and those with `// @name too`. */
  readonly innocent: ReadonlySet<Place>;
  /** Whose line it is: a construct's, or what it does beside its hot lines (`name rest`). */
  readonly owner: ReadonlyMap<Place, string>;
}

/** Reads the marks of the constructs. A construct's lines end with its call of `construct`. */
export async function readConstructs(): Promise<Constructs> {
  const hot = new Map<string, Place[]>();
  const innocent = new Set<Place>();
  const owner = new Map<Place, string>();
  for (const file of (await readdir(constructsFolder)).sort()) {
    const text = await readFile(path.join(constructsFolder, file), 'utf8');
    let own: Place[] = [];
    let rest: string | undefined;
    text.split('\n').forEach((line, i) => {
      const place = `${stem(file)}:${i + 1}`;
      rest ??= /^rest\('([\w-]+)'/.exec(line)?.[1];
      if (rest !== undefined) {
        owner.set(place, `${rest} rest`);
        if (line === '});') rest = undefined;
        return;
      }
      // On a file's first line stands the module itself, which prepares what the constructs work on.
      if (i > 0) own.push(place);
      const mark = /^(.*)\/\/ @([\w-]+)( too)?$/.exec(line);
      // What begins a function is marked below it.
      const marked = mark?.[1].trim() === '' ? own[own.length - 2] : place;
      if (mark && !mark[3]) hot.set(mark[2], [...(hot.get(mark[2]) ?? []), marked]);
      if (mark) innocent.delete(marked);
      else if (!/^\s*(?:for|while|\} catch) \(/.test(line)) innocent.add(place);
      const name = /^construct\('([\w-]+)'/.exec(line)?.[1];
      if (name === undefined) return;
      for (const each of own) owner.set(each, name);
      own = [];
    });
  }
  for (const place of innocent) if (!owner.has(place)) innocent.delete(place);
  return { hot, innocent, owner };
}

/** The line of each `// @name` in a text, 1-based; of a name that is there twice the last. */
export function readMarks(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split('\n').flatMap((line, i) => {
      const mark = /\/\/ @([\w-]+)$/.exec(line)?.[1];
      return mark === undefined ? [] : [[mark, i + 1] as const];
    }),
  );
}
