import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from './until.ts';

const textsIn = (folder: string, extension: string): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));

/** What stands on disk of each thread while it is recorded: its journal's text. */
export const journalsIn = (folder = ''): readonly string[] => textsIn(folder, '.journal');

/** The same for what was sampled of each until now with the inspector. */
export const profilesIn = (folder = ''): readonly string[] => textsIn(folder, '.cpuprofile');

/** Waits until samples were taken out of so many threads of a recording with the inspector that runs. */
export const partsTaken = (folder: string | undefined, threads = 1): Promise<void> =>
  until(
    () => `samples are taken out of ${threads} threads: ${journalsIn(folder).map(firstOf).join(', ')}`,
    () => journalsIn(folder).filter((journal) => journal.includes('{"profile":')).length >= threads,
  );

/** What tells journals apart. */
const firstOf = (journal: string): string => `${journal.slice(0, 300)}… (${journal.length} characters)`;
