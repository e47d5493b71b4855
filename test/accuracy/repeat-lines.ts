import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { constructsFolder } from './marked-lines.ts';

/**
 * Writes the constructs once more, what is the whole body of a loop so many times on one line. All lines keep their numbers
 * and marks. Gives where their `main.mjs` is, and the names of those that have such a loop; others are as they were.
 */
export async function repeatLines(
  folder: string,
  times: number,
): Promise<{ readonly folder: string; readonly names: readonly string[] }> {
  const copies = path.join(folder, path.basename(constructsFolder));
  await cp(constructsFolder, copies, { recursive: true });
  await cp(path.join(constructsFolder, '..', 'clock.cjs'), path.join(folder, 'clock.cjs'));
  const names: string[] = [];
  for (const file of (await readdir(copies)).sort()) {
    const place = path.join(copies, file);
    const repeated = repeatStatements(await readFile(place, 'utf8'), times);
    names.push(...repeated.names);
    await writeFile(place, repeated.text);
  }
  return { folder: copies, names };
}

/**
 * A text whose loops have their bodies repeated, and the names of these. A body of marked lines of one name only is repeated
 * as a whole, on that line of them which is not marked as `too`.
 */
export function repeatStatements(
  text: string,
  times: number,
): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const lines = text.split('\n');
  for (const [head, body] of bodiesOfLoops(lines)) {
    const statements = body.map((line) => /^ +(.+;) \/\/ @([\w-]+)( too)?$/.exec(line));
    const [name, ...others] = new Set(statements.map((match) => match?.[2]));
    if (name === undefined || others.length > 0) continue;
    names.push(name);
    const all = statements.map((match) => match?.[1]).join(' ');
    const repeated = Array<string>(times).fill(body.length > 1 ? `{ ${all} }` : all);
    const hot = statements.findIndex((match) => match?.[3] === undefined);
    for (const [i, line] of body.entries()) lines[head + 1 + i] = marked(i === hot ? repeated : [], line);
  }
  return { text: lines.join('\n'), names };
}

/** The line with other statements before its mark. */
const marked = (statements: readonly string[], line: string): string =>
  [/^ */.exec(line)?.[0], statements.join(' '), line.slice(line.lastIndexOf(' // @'))].join('');

/** The lines in a loop that hold no block of their own, with the index of the loop's head. */
function bodiesOfLoops(lines: readonly string[]): [head: number, body: readonly string[]][] {
  const heads = [...lines.keys()].filter((i) => /^ *(?:for|while) \(.*\) \{$/.test(lines[i]));
  return heads.map((head) => {
    const end = lines.indexOf(`${/^ */.exec(lines[head])?.[0]}}`, head);
    return [head, lines.slice(head + 1, end)];
  });
}
