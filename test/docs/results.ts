// What the benches and the accuracy suite found when they last ran, as they keep it: the source of every figure in
// README.md and docs/.
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { format } from 'prettier';

export const root = path.resolve(import.meta.dirname, '../..');

export interface ResultTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What has to be known to read the table. */
  readonly notes?: readonly string[];
}

/** The result of one bench or of the accuracy suite. */
export interface Report {
  /** For the README: what was measured, and the figure. */
  readonly summary: readonly (readonly [what: string, measured: string])[];
  readonly tables: readonly ResultTable[];
}

/** A report with the date and the class of the machine of its run. */
export interface StoredReport extends Report {
  readonly measured: string;
}

export type ResultsFile = 'test/bench/results.json' | 'test/accuracy/results.json';

/** A table as text, in columns. */
export function formatText({ title, columns, rows, notes = [] }: ResultTable): string {
  const width = columns.map((_, i) => Math.max(...[columns, ...rows].map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(width[i]) : cell.padStart(width[i]))).join('  ');
  return ['', title, line(columns), ...rows.map(line), ...notes, ''].join('\n');
}

/** The stored reports by name of the bench. */
export function readResults(file: ResultsFile): Readonly<Record<string, StoredReport>> {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, StoredReport>;
}

/** Replaces one report, by default as measured now on this machine, and leaves the others with their own dates. */
export async function storeReport(
  file: ResultsFile,
  name: string,
  report: Report,
  measured = machineClass(),
): Promise<void> {
  const results = { ...readResults(file), [name]: { measured, ...report } };
  await writeFile(path.join(root, file), await format(JSON.stringify(results), { parser: 'json', printWidth: 120 }));
}

/** Date, size of the machine and runtime, without naming the machine. */
export function machineClass(): string {
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${os.cpus().length} cores${processorFamily()}, ${memory} GB, ${os.platform()} ${os.arch()}, Node ${process.versions.node}`;
}

/** Of the processor, where the system tells it: what a sample can tell apart depends on that. */
function processorFamily(): string {
  const text = existsSync('/proc/cpuinfo') ? readFileSync('/proc/cpuinfo', 'latin1') : '';
  const [vendor, family, model] = ['vendor_id', 'cpu family', 'model'].map(
    (key) => new RegExp(`^${key}\\s*: (.+)$`, 'm').exec(text)?.[1],
  );
  return vendor && family && model ? ` (${vendor}, family ${family}, model ${model})` : '';
}
