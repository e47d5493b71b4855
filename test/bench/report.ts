// How the benches say what they found: tables as text, or as Markdown with `--markdown`, for the README.
import os from 'node:os';

export interface ResultTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What has to be known to read the table. */
  readonly notes?: readonly string[];
}

export const isMarkdown = process.argv.includes('--markdown');

/** What was asked for on the command line besides options. */
export const operands: readonly string[] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** The value of `--name=value`. */
export function option(name: string): string | undefined {
  const start = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length);
}

export function printTable(table: ResultTable): void {
  console.log(isMarkdown ? formatMarkdown(table) : formatText(table));
}

/** Shown while a bench runs; not a part of its result. */
export function progress(text: string): void {
  console.error(text);
}

/** A number with so many digits behind the point; `–` when it is not known. */
export function fixed(value: number, digits = 0): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits);
}

/** Date, size of the machine and runtime, without naming the machine. */
export function machineClass(): string {
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${os.cpus().length} cores, ${memory} GB, ${os.platform()} ${os.arch()}, Node ${process.versions.node}`;
}

function formatMarkdown({ title, columns, rows, notes = [] }: ResultTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = line(columns.map((_, i) => (i === 0 ? '---' : '---:')));
  return [`### ${title}`, '', line(columns), rule, ...rows.map(line), '', ...notes.map((note) => `${note}\n`)].join(
    '\n',
  );
}

function formatText({ title, columns, rows, notes = [] }: ResultTable): string {
  const width = columns.map((_, i) => Math.max(...[columns, ...rows].map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(width[i]) : cell.padStart(width[i]))).join('  ');
  return ['', title, line(columns), ...rows.map(line), ...notes, ''].join('\n');
}
