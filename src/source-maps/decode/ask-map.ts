import { type Answers, emptyAnswers, type Queries } from './queries.ts';
import { type MapAnswers, scanMappings } from './scan-mappings.ts';
import type { MapSection, SourceMapData } from './source-map-data.ts';

/** Answers sorted queries from a map, sections and all, in terms of the whole map. Throws `CorruptMapError`. */
export function askMap(map: SourceMapData, queries: Queries): MapAnswers {
  const [first] = map.sections;
  if (map.sections.length === 1 && first.line === 0 && first.column === 0) return scanMappings(first, queries);
  const answers = emptyAnswers(queries.line.length);
  const rows = rowsBySection(map.sections, queries);
  let lastLine = 0;
  for (const [i, section] of map.sections.entries()) {
    const until = i + 1 < map.sections.length ? map.sections[i + 1] : undefined;
    const own = rows[i];
    const asked = shiftQueries(section, queries, own);
    const found = scanMappings(section, asked);
    if (found.lastLine > 0)
      lastLine = Math.max(lastLine, Math.min(found.lastLine + section.line, (until?.line ?? Infinity) + 1));
    place(section, until, own, found.answers, answers, queries);
  }
  return { answers, lastLine };
}

/** The rows that each section answers: a position belongs to the last section before it, a line to all that touch it. */
function rowsBySection(sections: readonly MapSection[], queries: Queries): readonly number[][] {
  const rows: number[][] = sections.map(() => []);
  let at = 0;
  for (let row = 0; row < queries.line.length; row++) {
    const line = queries.line[row] - 1;
    const column = queries.column[row];
    while (at + 1 < sections.length && begins(sections[at + 1], line, Math.max(column, 0))) at++;
    if (sections.length > 0 && begins(sections[at], line, column < 0 ? Infinity : column)) rows[at].push(row);
    if (column >= 0) continue;
    for (let later = at + 1; later < sections.length && sections[later].line === line; later++) rows[later].push(row);
  }
  return rows;
}

const begins = (section: MapSection, line: number, column: number) =>
  section.line < line || (section.line === line && section.column <= column);

function shiftQueries(section: MapSection, queries: Queries, rows: readonly number[]): Queries {
  const line = new Int32Array(rows.length);
  const column = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    line[i] = queries.line[rows[i]] - section.line;
    column[i] = queries.column[rows[i]] - (line[i] === 1 && queries.column[rows[i]] >= 0 ? section.column : 0);
  }
  return { line, column };
}

/** Copies a section's answers to where they belong, in the coordinates of the whole map. */
function place(
  section: MapSection,
  until: MapSection | undefined,
  rows: readonly number[],
  from: Answers,
  to: Answers,
  queries: Queries,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const right = queries.line[row] - 1 === section.line ? section.column : 0;
    if (queries.column[row] < 0) {
      placeRuns(section, until, from, i, to, row, right, queries.line[row] - 1);
      continue;
    }
    if (from.segment[i] < 0) continue;
    to.segment[row] = from.segment[i] + right;
    if (from.source[i] < 0) continue;
    to.source[row] = from.source[i] + section.firstSource;
    to.line[row] = from.line[i];
    to.column[row] = from.column[i];
    to.name[row] = from.name[i] < 0 ? -1 : from.name[i] + section.firstName;
  }
}

function placeRuns(
  section: MapSection,
  until: MapSection | undefined,
  from: Answers,
  i: number,
  to: Answers,
  row: number,
  right: number,
  line: number,
): void {
  const first = from.runStart[i];
  const end = until?.line === line ? until.column : Infinity;
  const runs = from.runs
    .slice(first, first + from.runCount[i])
    .filter((run) => run.generatedColumn + right < end)
    .map((run) => ({
      ...run,
      generatedColumn: run.generatedColumn + right,
      source: run.source < 0 ? -1 : run.source + section.firstSource,
    }));
  const before = to.runs.slice(to.runStart[row], to.runStart[row] + to.runCount[row]);
  to.runStart[row] = to.runs.length;
  for (const run of before) to.runs.push(run);
  for (const run of runs) to.runs.push(run);
  to.segment[row] = Math.max(to.segment[row], runs.at(-1)?.generatedColumn ?? -1);
  to.runCount[row] = to.runs.length - to.runStart[row];
  if (from.overflow[i] !== 0) to.overflow[row] = 1;
}
