import type { FunctionIndex, Share } from '../../core/index.ts';
import type { PanelTables } from '../panel-tables.ts';

/** V8's interpreter and compilers, the slowest code first. */
export const tierNames = ['interpreter', 'baseline', 'maglev', 'turbofan'] as const;
export type TierName = (typeof tierNames)[number];

/** Whether the recording tells which tier ran. */
export const knowsTiers = (tables: PanelTables | undefined): boolean =>
  tables !== undefined && tables.columns['code.interpreter'].length > 0;

/** The tiers that a function ran in, with their parts of its own time in the whole recording, the most first. */
export function tiersOf(
  columns: PanelTables['columns'],
  fn: FunctionIndex,
): { readonly tier: TierName; readonly share: Share }[] {
  const own = columns['functions.selfTime'][fn];
  return tierNames
    .map((tier) => ({ tier, share: own > 0 ? Math.min(1, (columns[`code.${tier}`][fn] ?? 0) / own) : 0 }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share);
}
