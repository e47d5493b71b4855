import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { constructsFolder } from './marked-lines.ts';

/** How many times a repeated statement stands on its line. */
export const TIMES = 4;

/** The constructs with repeated statements. */
export interface RepeatedConstructs {
  /** Where their `main.mjs` is. */
  readonly folder: string;
  /** The constructs that have one: the others are as they were. */
  readonly names: readonly string[];
}

/**
 * Writes the constructs once more, each statement that is the whole body of a loop several times on its line. All lines keep
 * their numbers and marks.
 */
export async function repeatLines(folder: string): Promise<RepeatedConstructs> {
  const copies = path.join(folder, path.basename(constructsFolder));
  await cp(constructsFolder, copies, { recursive: true });
  await cp(path.join(constructsFolder, '..', 'clock.cjs'), path.join(folder, 'clock.cjs'));
  const names: string[] = [];
  for (const file of (await readdir(copies)).sort()) {
    const place = path.join(copies, file);
    const repeated = repeatStatements(await readFile(place, 'utf8'));
    names.push(...repeated.names);
    await writeFile(place, repeated.text);
  }
  return { folder: copies, names };
}

/** A text with its marked statements repeated, and the names of these marks. */
export function repeatStatements(text: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const lines = text.split('\n');
  const repeated = lines.map((line, i) => {
    const [, indent, statement, name] = /^( +)(.+;) \/\/ @([\w-]+)$/.exec(line) ?? [];
    if (name === undefined || !isLoop(lines[i - 1], indent) || lines[i + 1].trim() !== '}') return line;
    names.push(name);
    return `${indent}${Array<string>(TIMES).fill(statement).join(' ')} // @${name}`;
  });
  return { text: repeated.join('\n'), names };
}

/** Whether a line is the head of a loop around what has that indent. */
const isLoop = (line: string, indent: string): boolean =>
  /^ *(?:for|while) \(.*\) \{$/.test(line) && line.search(/\S/) === indent.length - 2;
