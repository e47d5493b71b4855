// How the benches say what they found: as tables on standard output and, with `--report=FILE`, as data for `run.ts`.
import { writeFile } from 'node:fs/promises';
import { formatText, type Report } from '../docs/results.ts';

/** What was asked for on the command line besides options. */
export const operands: readonly string[] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** The value of `--name=value`. */
export function option(name: string): string | undefined {
  const start = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length);
}

/** Prints the result of a bench, and writes it where `--report` says. */
export async function publish(report: Report): Promise<void> {
  for (const table of report.tables) console.log(formatText(table));
  const file = option('report');
  if (file !== undefined) await writeFile(file, JSON.stringify(report));
}

/** Shown while a bench runs; not a part of its result. */
export function progress(text: string): void {
  console.error(text);
}

/** A number with so many digits after the point; `–` when it is not known. */
export function fixed(value: number, digits = 0): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits);
}

/** Milliseconds as `672 ms` or, from a second on, `1.8 s`; `–` when they are not known. */
export function formatTime(ms: number): string {
  if (Number.isNaN(ms)) return '–';
  return ms < 999.5 ? `${fixed(ms)} ms` : `${fixed(ms / 1000, ms < 9950 ? 1 : 0)} s`;
}

/** Bytes as `4.3 MB`, `105 MB` or `1.8 GB`; `–` when they are not known. */
export function formatSize(bytes: number): string {
  if (bytes >= 999.5e6) return `${fixed(bytes / 1e9, 1)} GB`;
  return Number.isNaN(bytes) ? '–' : `${fixed(bytes / 1e6, bytes < 9.95e6 ? 1 : 0)} MB`;
}
