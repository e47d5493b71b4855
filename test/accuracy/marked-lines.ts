import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { stem } from './known-answer.ts';

export const constructsFolder = path.join(import.meta.dirname, 'constructs');

/** A place as `file:line`; the file without folder and extension, 1-based lines. */
export type Place = string;

/** What is written in the files of the constructs. */
export interface Constructs {
  /** Which lines do the work of a construct: those with `// @name`. */
  readonly hot: ReadonlyMap<string, readonly Place[]>;
  /** Lines that do nothing worth mentioning: all others but heads of loops and those with `// @name too`. */
  readonly innocent: ReadonlySet<Place>;
  /** Whose line it is. */
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
    text.split('\n').forEach((line, i) => {
      // On a file's first line stands the module itself, which prepares what the constructs work on.
      if (i > 0) own.push(`${stem(file)}:${i + 1}`);
      const mark = /\/\/ @([\w-]+)( too)?$/.exec(line);
      if (mark && !mark[2]) hot.set(mark[1], [...(hot.get(mark[1]) ?? []), own[own.length - 1]]);
      if (!mark && !/^\s*(?:for|while|\} catch) \(/.test(line)) innocent.add(`${stem(file)}:${i + 1}`);
      const name = /^construct\('([\w-]+)'/.exec(line)?.[1];
      if (name === undefined) return;
      for (const place of own) owner.set(place, name);
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
