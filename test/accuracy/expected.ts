import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeDocuments } from '../docs/documents.ts';
import { readResults, type Report, storeReport } from '../docs/results.ts';
import { type Figures, figuresOf, worseFigures } from './figures.ts';
import { judgeTruth, ledgerOf, reportsOf, type TruthVerdict } from './judge-all.ts';

const RESULTS = 'test/accuracy/results.json';
const truthFolder = path.join(import.meta.dirname, '../truth');
const ledgerFile = path.join(truthFolder, 'ledger.txt');
const figuresFile = path.join(truthFolder, 'figures.json');

/** What is held of the recorded truth: what the last accepted analysis said of it. */
export interface Expected {
  readonly ledger: string;
  readonly figures: Figures;
  /** The tables of README.md and docs/. */
  readonly reports: Readonly<Record<string, Pick<Report, 'tables'>>>;
}

export async function readExpected(): Promise<Expected> {
  return {
    ledger: await readFile(ledgerFile, 'utf8'),
    figures: JSON.parse(await readFile(figuresFile, 'utf8')) as Figures,
    reports: readResults(RESULTS),
  };
}

/** Makes what is said of the recorded truth now what is held, and writes the documents. */
export async function acceptTruth(folder: string, evenIfWorse: boolean): Promise<void> {
  const verdict = await judgeTruth(folder);
  const figures = figuresOf(verdict.judged);
  const worse = worseFigures((await readExpected()).figures, figures);
  if (worse.length > 0) console.log(`Worse than before:\n${worse.map((line) => `  ${line}\n`).join('')}`);
  if (worse.length > 0 && !evenIfWorse) {
    console.error('Nothing was stored. Where it is worth it: npm run accuracy -- accept --worse');
    process.exitCode = 1;
    return;
  }
  await store(verdict, figures);
}

async function store(verdict: TruthVerdict, figures: Figures): Promise<void> {
  await writeFile(ledgerFile, ledgerOf(verdict));
  await writeFile(figuresFile, `${JSON.stringify(figures, undefined, 2)}\n`);
  for (const [name, report] of Object.entries(reportsOf(verdict.judged)))
    await storeReport(RESULTS, name, report, verdict.measured);
  await writeDocuments();
}
