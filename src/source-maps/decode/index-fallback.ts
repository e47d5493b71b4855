import { SourceMapConsumer } from 'source-map';
import { Limit } from '../../kernels/source-maps/kernel.generated.ts';
import { type Answers, emptyAnswers, type Queries, type Run } from './queries.ts';
import type { MapSection } from './source-map-data.ts';

/**
 * Answers queries through the `source-map` library's index. Needed for maps whose segments are out of order, or that
 * have several originals for one and the same column, which a single pass cannot answer.
 */
export async function answerWithIndex(section: MapSection, queries: Queries): Promise<Answers> {
  const answers = emptyAnswers(queries.line.length);
  const map = {
    version: 3,
    // Indices for names: the library then hands back the rows of our own tables.
    sources: Array.from({ length: section.sources }, (_, i) => String(i)),
    names: Array.from({ length: section.names }, (_, i) => String(i)),
    mappings: Buffer.from(
      section.bytes.buffer,
      section.bytes.byteOffset + section.start,
      section.end - section.start,
    ).toString('latin1'),
    file: '',
  };
  await SourceMapConsumer.with(map, null, (consumer) => {
    for (let row = 0; row < queries.line.length; row++) {
      if (queries.column[row] >= 0 && queries.line[row] > 0) answerPosition(consumer, queries, row, answers);
    }
    if (queries.column.includes(-1)) collectLines(consumer, queries, answers);
  });
  return answers;
}

function answerPosition(consumer: SourceMapConsumer, queries: Queries, row: number, answers: Answers): void {
  const found = consumer.originalPositionFor({ line: queries.line[row], column: queries.column[row] });
  if (found.source === null || found.line === null || found.column === null) return;
  answers.source[row] = Number(found.source);
  answers.line[row] = found.line;
  answers.column[row] = found.column;
  answers.name[row] = found.name === null ? -1 : Number(found.name);
  // The library does not tell where its segment begins, but one does where the answer differs from that of the left.
  const left =
    queries.column[row] > 0
      ? consumer.originalPositionFor({ line: queries.line[row], column: queries.column[row] - 1 })
      : undefined;
  const begins = left?.line !== found.line || left.column !== found.column || left.name !== found.name;
  answers.segment[row] = begins ? queries.column[row] : 0;
}

function collectLines(consumer: SourceMapConsumer, queries: Queries, answers: Answers): void {
  const runsOfLine = new Map<number, Run[]>();
  for (let row = 0; row < queries.line.length; row++)
    if (queries.column[row] < 0) runsOfLine.set(queries.line[row], []);
  consumer.eachMapping((mapping) => {
    const runs = runsOfLine.get(mapping.generatedLine);
    if (runs === undefined || runs.length > Limit.runs) return;
    // The declared types leave out that a segment may have no original.
    const source = mapping.source as string | null;
    runs.push({
      generatedColumn: mapping.generatedColumn,
      source: source === null ? -1 : Number(source),
      line: source === null ? 0 : mapping.originalLine,
      column: source === null ? -1 : mapping.originalColumn,
    });
  });
  for (let row = 0; row < queries.line.length; row++) {
    const runs = queries.column[row] < 0 ? (runsOfLine.get(queries.line[row]) ?? []) : [];
    answers.runStart[row] = answers.runs.length;
    answers.runCount[row] = runs.length;
    answers.overflow[row] =
      runs.length > Limit.runs && runs.some((run) => run.source !== runs[0].source || run.line !== runs[0].line)
        ? 1
        : 0;
    for (const run of runs) answers.runs.push(run);
    answers.segment[row] = Math.max(answers.segment[row], runs.at(-1)?.generatedColumn ?? -1);
  }
}
