import path from 'node:path';
import type { Analysis } from '../../../src/core/index.ts';
import { buildJsonReport } from '../../../src/export/json-report.ts';

/** What is said of why a recorded program is slow: `code`, `function code` and `file:line code`. */
export function remarksOf(analysis: Analysis): string[] {
  const { why, lines, functions } = buildJsonReport(analysis);
  return [
    ...why.map(({ code }) => code),
    ...functions.flatMap((fn) => fn.why.map(({ code }) => `${fn.name} ${code}`)),
    ...lines.flatMap((line) => line.why.map(({ code }) => `${path.basename(line.file ?? '')}:${line.line} ${code}`)),
  ];
}
