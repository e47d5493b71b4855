import type { FunctionIndex } from '../../core/index.ts';
import type { PanelTables } from '../panel-tables.ts';

/** V8's interpreter and compilers, the slowest code first. */
export const tierNames = ['interpreter', 'baseline', 'maglev', 'turbofan'] as const;
export type TierName = (typeof tierNames)[number];

/** Whether the recording tells which tier ran. */
export const knowsTiers = (tables: PanelTables | undefined): boolean =>
  tables !== undefined && tables.columns['code.interpreter'].length > 0;

/**
 * The tiers that a function ran in, with their parts of the time in its own code, the most first. That is of the whole
 * recording, and without the native code that it called.
 */
export function tiersOf(columns: PanelTables['columns'], fn: FunctionIndex) {
  const times = tierNames.map((tier) => ({ tier, time: columns[`code.${tier}`][fn] ?? 0 }));
  const all = times.reduce((sum, { time }) => sum + time, 0);
  return times
    .filter(({ time }) => time > 0)
    .sort((a, b) => b.time - a.time)
    .map(({ tier, time }) => ({ tier, share: time / all }));
}
