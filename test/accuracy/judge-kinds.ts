import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Analysis } from '../../src/core/index.ts';
import { HOT_LINE, HUGE_LINES, kindsFolder } from './build-kinds.ts';
import type { PhaseTimes } from './known-answer.ts';
import { readMarks } from './marked-lines.ts';

/** How much of a kind of time is where it belongs; of a pair of equals, how much one of both has. */
export interface KindShare {
  readonly kind: string;
  readonly share: number;
}

/** Compares what is said of the program with all kinds of time (`kinds/main.mjs`) with what it measured. */
export async function judgeKinds(analysis: Analysis, phases: PhaseTimes): Promise<KindShare[]> {
  const marked = readMarks(await readFile(path.join(kindsFolder, 'main.mjs'), 'utf8'));
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
  const truth = (phase: string): number => phases[phase] / 1000;
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
