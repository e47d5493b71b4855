import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Analysis } from '../../src/core/index.ts';
import type { PhaseTimes } from './known-answer.ts';
import { readMarks } from './marked-lines.ts';
import { record, type RecordRequest } from './record.ts';
import type { RunnableProgram } from './variants.ts';

/** How much of a kind of time is where it belongs; of a pair of equals, how much one of both has. */
export interface KindShare {
  readonly kind: string;
  readonly share: number;
}

const kindsFolder = path.join(import.meta.dirname, 'kinds');
const HUGE_LINES = 8000;
const HOT_LINE = 4006;

/** The program with all kinds of time, in an empty folder: one of its functions is too long to be kept. */
export async function buildKinds(folder: string): Promise<RunnableProgram> {
  await mkdir(folder, { recursive: true });
  await cp(path.join(kindsFolder, 'main.mjs'), path.join(folder, 'main.mjs'));
  await cp(path.join(import.meta.dirname, 'clock.cjs'), path.join(folder, 'clock.cjs'));
  const lines = Array.from({ length: HUGE_LINES }, (_, i) => `  if (n < ${-i}) x += n * ${i};`);
  lines[0] = 'export function hot(n) {\n  let x = 1;';
  lines[HOT_LINE - 2] = '  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0;';
  lines.push('  return x;', '}', '');
  await writeFile(path.join(folder, 'huge.mjs'), lines.join('\n'));
  return { program: path.join(folder, 'main.mjs'), nodeArgs: [] };
}

/** Records the program with all kinds of time, and compares what is said of each with what it measured. */
export async function recordKinds(request: RecordRequest): Promise<KindShare[]> {
  const { recording, phases } = await record(request);
  const marked = readMarks(await readFile(path.join(kindsFolder, 'main.mjs'), 'utf8'));
  return judgeKinds(await analyze(recording), marked, phases);
}

function judgeKinds(analysis: Analysis, marked: ReadonlyMap<string, number>, phases: PhaseTimes): KindShare[] {
  const { lines, functions } = analysis;
  const on = (column: Float64Array | undefined, file: string, line: number | undefined): number => {
    const row = lines.line.findIndex(
      (own, at) => own === line && path.basename(analysis.sources[lines.source[at]].path) === file,
    );
    return row < 0 || column === undefined ? 0 : column[row];
  };
  const cpu = (mark: string): number => on(lines.selfTime, 'main.mjs', marked.get(mark));
  const blocked = (mark: string): number => {
    // Below Node's own functions waiting is the total of the line that asked for it, where the sampler knows totals.
    const self = on(lines.blockedTime, 'main.mjs', marked.get(mark));
    return self > 0 ? self : on(lines.totalBlockedTime, 'main.mjs', marked.get(mark));
  };
  // What nobody sampled, on a busy machine, is in no line.
  const { activeTime, unsampledTime } = analysis.quality;
  const truth = (phase: string): number => ((phases[phase] / 1000) * activeTime) / (activeTime + unsampledTime);
  const spin = functions.name.reduce((sum, name, fn) => sum + (name === 'spin' ? functions.selfTime[fn] : 0), 0);
  const allocations = [cpu('allocation'), cpu('allocation-too')];
  return [
    { kind: 'a loop, on its line', share: cpu('compute') / truth('compute') },
    {
      kind: `line ${HOT_LINE} of a function of ${HUGE_LINES}, on its line`,
      share: on(lines.selfTime, 'huge.mjs', HOT_LINE) / truth('huge'),
    },
    { kind: 'WebAssembly, on its function', share: spin / truth('wasm') },
    {
      kind: 'the first of two equal lines that allocate, of both (50 % in truth)',
      share: allocations[0] / (allocations[0] + allocations[1]),
    },
    { kind: '`Atomics.wait`, as blocked on its line', share: blocked('atomics-wait') / truth('atomics-wait') },
    {
      kind: '`Atomics.wait`, as heat on its line (what waking up for samples takes)',
      share: cpu('atomics-wait') / truth('atomics-wait'),
    },
    { kind: '`execFileSync`, as heat on its line (0 % in truth)', share: cpu('child') / truth('child') },
  ];
}
