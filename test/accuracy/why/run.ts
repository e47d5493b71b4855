import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { analyze } from '../../../src/analysis/analyze.ts';
import { fixOfWhy } from '../../../src/present/why.ts';
import type { Report } from '../../docs/results.ts';
import { nodeBinary, type NodeMajor } from '../../support/nodes.ts';
import { record } from '../record.ts';
import { AUTO } from '../runs.ts';
import { controls, type WhyCase, whyCases } from './cases.ts';
import { remarksOf } from './remarks-of.ts';

const run = promisify(execFile);
const TURNS = 5;
/** A fix is named from this gain on, which it has to have on every Node. */
const LEAST_GAIN = 1.2;

/** What one Node says of a program, and what it gains by each of its fixes. */
interface JudgedWhy {
  readonly major: NodeMajor;
  /** For each fix: CPU time without it as a multiple of that with it. */
  readonly gains: readonly number[];
  readonly isSaid: boolean;
  /** Remarks that are not to be made. */
  readonly wrong: readonly string[];
}

/**
 * What fixes gain, and whether the reasons are said of the programs that have them and of no others. Programs whose name holds
 * `name`; all goes into `folder`.
 */
export async function measureWhy(majors: readonly NodeMajor[], name: string, folder: string): Promise<Report> {
  const rows: string[][] = [];
  const wrong: string[] = [];
  for (const one of whyCases.filter((each) => each.name.includes(name))) {
    const judged: JudgedWhy[] = [];
    for (const major of majors) {
      process.stderr.write(`Node ${major} · ${one.name}\n`);
      judged.push(await judgeCase(one, major, path.join(folder, `why-${major}`)));
    }
    wrong.push(...judged.flatMap(({ major, wrong }) => wrong.map((remark) => `Node ${major}: ${remark}`)));
    rows.push(...rowsOf(one, judged));
  }
  for (const program of controls.filter((each) => each.includes(name)))
    for (const major of majors) {
      const said = await saidOf(program, major, path.join(folder, `why-${major}`));
      wrong.push(...said.map((remark) => `Node ${major}: ${remark}`));
    }
  const title = 'What fixes gain: CPU time without them, as a multiple of that with them';
  const columns = ['Reason', 'Said of', 'Fix', ...majors.map((major) => `Node ${major}`), 'Named', 'Said on'];
  return { summary: [], tables: [{ title, columns, rows, notes: notesOf(wrong) }] };
}

const notesOf = (wrong: readonly string[]): string[] => [
  `Medians of ${TURNS} turns of programs that do little else. Heatline names a fix where it gains ${LEAST_GAIN} times and more on every Node. Said on: the Nodes on which an ordinary recording of the program without the fix tells the reason.`,
  wrong.length === 0
    ? 'Nothing was said of the programs with their fixes, nor of controls, but where garbage collections begin.'
    : `Said, and wrong: ${wrong.join('; ')}.`,
];

function rowsOf({ code, remark, fixes }: WhyCase, judged: readonly JudgedWhy[]): string[][] {
  const isOfProgram = remark === code;
  const isNamed = fixOfWhy({ code, share: 1, ...(isOfProgram && { places: [] }) }) !== undefined;
  const kind = isOfProgram ? 'program' : remark.includes(':') ? 'line' : 'function';
  const said = judged.filter(({ isSaid }) => isSaid).map(({ major }) => major);
  return fixes.map(({ what }, k) => [
    ...[`\`${code}\``, kind, what, ...judged.map(({ gains }) => gains[k].toFixed(1))],
    ...[isNamed ? 'yes' : 'no', said.join(', ') || '–'],
  ]);
}

async function judgeCase(
  { before, remark, also, fixes }: WhyCase,
  major: NodeMajor,
  folder: string,
): Promise<JudgedWhy> {
  const node = await nodeBinary(major);
  const gains: number[][] = fixes.map(() => []);
  for (let turn = 0; turn < TURNS; turn++) {
    const time = await cpuTimeOf(node, before);
    for (const [k, { after }] of fixes.entries()) gains[k].push(time / (await cpuTimeOf(node, after)));
  }
  const said = await saidOf(before, major, folder);
  const wrong = said.filter((each) => each !== remark && each !== also);
  for (const { after } of fixes) wrong.push(...(await saidOf(after, major, folder)).filter((each) => each !== also));
  return { major, gains: gains.map(median), isSaid: said.includes(remark), wrong };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

/** In milliseconds, without Node's start. */
async function cpuTimeOf(node: string, program: string): Promise<number> {
  const { stdout } = await run(node, ['--require', path.join(import.meta.dirname, 'meter.cjs'), program]);
  return Number(stdout.trim().split('\n').at(-1));
}

async function saidOf(program: string, major: NodeMajor, folder: string): Promise<string[]> {
  const place = path.join(folder, path.basename(program, '.cjs'));
  await mkdir(place, { recursive: true });
  const request = { node: await nodeBinary(major), program: { program, nodeArgs: [] }, intervalUs: 500, folder: place };
  return remarksOf(await analyze((await record(request, AUTO)).recording));
}
