// The parts of README.md and docs/ that are written by `npm run docs`: figures from the last runs of the benches and the
// accuracy suite, settings and commands from package.json, options from the command line's own definitions.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import {
  addAttachOptions,
  addWhyOptions,
  addDiffOptions,
  addMcpOptions,
  addRangeOptions,
  addRunOptions,
  addShowOptions,
  addTimeOptions,
} from '../../src/cli/options.ts';
import { addFetchOptions, addPushAfterOptions, addPushOptions } from '../../src/cli/server-options.ts';
import { readResults, type ResultTable, root, type StoredReport } from './results.ts';

/** The Markdown of a block, not yet laid out. Throws where there is no block of this name. */
export function writeBlock(name: string): string {
  const [kind, ...operands] = name.split(' ');
  const write = (blocks as Partial<typeof blocks>)[kind];
  if (!write) throw new Error(`There is no block ${kind}; there are ${Object.keys(blocks).join(', ')}.`);
  return write(...operands);
}

const blocks: Readonly<Record<string, (...operands: string[]) => string>> = {
  bench: (name = '') => reportBlock(stored('test/bench/results.json', name)),
  'bench-summary': () => {
    const rows = Object.values(readResults('test/bench/results.json')).flatMap(({ summary }) => summary);
    return tableOf(['What', 'Measured'], rows);
  },
  'accuracy-of': (name = '', ...choices) =>
    reportBlock(choices.reduce(choose, stored('test/accuracy/results.json', name))),
  'accuracy-summary': () => {
    const { columns, rows } = stored('test/accuracy/results.json', 'accuracy').tables[0];
    return tableOf(columns, rows);
  },
  settings: () => propertiesTable('Setting', contributes().configuration.properties),
  launch: () => propertiesTable('Attribute', contributes().debuggers[0].configurationAttributes.launch.properties),
  commands: commandsTable,
  options: (command = '') => optionsTable(command),
};

function stored(file: Parameters<typeof readResults>[0], name: string): StoredReport {
  const report = readResults(file)[name];
  if (!report) throw new Error(`${file} has no results of ${name}.`);
  return report;
}

/** Chooses tables of a report by their numbers (`1,3`), or rows by what a column holds (`Node=20|26`), where a table has it. */
function choose(report: StoredReport, choice: string): StoredReport {
  const [column, pattern] = choice.split('=');
  if (pattern === undefined) {
    const numbers = choice.split(',').map(Number);
    return { ...report, tables: report.tables.filter((_, i) => numbers.includes(i + 1)) };
  }
  if (!report.tables.some(({ columns }) => columns.includes(column)))
    throw new Error(`No table has a column ${column}.`);
  const isChosen = new RegExp(pattern);
  const tables = report.tables.map((table) => {
    const at = table.columns.indexOf(column);
    return { ...table, rows: table.rows.filter((row) => at < 0 || isChosen.test(row[at])) };
  });
  return { ...report, tables };
}

function reportBlock({ measured, tables }: StoredReport): string {
  return [`_Measured: ${measured}._`, ...tables.map(formatTable)].join('\n\n');
}

function formatTable({ title, columns, rows, notes = [] }: ResultTable): string {
  return [`**${title}**`, tableOf(columns, rows), ...notes].join('\n\n');
}

/** Figures stand at the right, words at the left. */
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.';
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  const isFigure = (column: number): boolean => rows.every((row) => /^[^\p{L}]*\d|^–$|^fails/u.test(row[column] ?? ''));
  const rule = line(columns.map((_, i) => (i > 0 && isFigure(i) ? '---:' : '---')));
  return [line(columns), rule, ...rows.map(line)].join('\n');
}

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

interface Property {
  readonly type: string | readonly string[];
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly description?: string;
  readonly markdownDescription?: string;
}

type Properties = Readonly<Record<string, Property>>;

interface Contributions {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac: string }[];
  readonly configuration: { readonly properties: Properties };
  readonly debuggers: readonly {
    readonly configurationAttributes: { readonly launch: { readonly properties: Properties } };
  }[];
}

/** What package.json contributes to VS Code, with its texts in English. */
function contributes(): Contributions {
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
  const texts = read('package.nls.json') as Record<string, string>;
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/^%(.+)%$/, (whole, key: string) => texts[key] ?? whole);
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one)]));
  };
  return resolve((read('package.json') as { contributes: unknown }).contributes) as Contributions;
}

function propertiesTable(title: string, properties: Properties): string {
  const rows = Object.entries(properties).map(([name, property]) => {
    const choices = (property.enum ?? []).map((value, i) => `\`${value}\`: ${property.enumDescriptions?.[i] ?? ''}`);
    const meaning = property.markdownDescription ?? property.description ?? '';
    return [`\`${name}\``, defaultOf(property), [meaning, ...choices].join(' ')];
  });
  return tableOf([title, 'Default', 'Meaning'], rows);
}

function defaultOf({ type, default: value }: Property): string {
  if (value === undefined || value === '') return '';
  if (type === 'boolean') return value === true ? 'on' : 'off';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function commandsTable(): string {
  const { commands, keybindings } = contributes();
  const rows = commands.map(({ command, title }) => {
    const keys = keybindings.filter((binding) => binding.command === command);
    return [title, `\`${command}\``, keys.map(({ key, mac }) => `\`${key}\` (macOS: \`${mac}\`)`).join(', ')];
  });
  return tableOf(['Command', 'Id', 'Keys'], rows);
}

function optionsTable(name: string): string {
  const optionsOf: Readonly<Record<string, (command: Command) => Command>> = {
    run: (command) => addPushAfterOptions(addShowOptions(addRunOptions(command))),
    attach: (command) => addPushAfterOptions(addShowOptions(addAttachOptions(command))),
    why: (command) => addShowOptions(addWhyOptions(command)),
    time: addTimeOptions,
    show: (command) => addRangeOptions(addShowOptions(command)),
    diff: addDiffOptions,
    fetch: addFetchOptions,
    push: addPushOptions,
    mcp: addMcpOptions,
  };
  if (!(name in optionsOf)) throw new Error(`There is no command ${name}.`);
  const { options } = optionsOf[name](new Command(name));
  const rows = options.map((option) => {
    const hasDefault = option.defaultValue !== undefined && !Array.isArray(option.defaultValue);
    const choices = option.argChoices ? ` (${option.argChoices.join(', ')})` : '';
    return [
      `\`${option.flags}\``,
      hasDefault ? `\`${option.defaultValueDescription ?? String(option.defaultValue)}\`` : '',
      option.description + choices,
    ];
  });
  return tableOf(['Option', 'Default', 'Meaning'], rows);
}
