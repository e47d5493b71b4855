import type { PanelModel } from '../panel/index.ts';

type Columns = PanelModel['columns'];
/** Columns that only serve to make a recording's trees, and are gone once these are made. */
export type RecordingColumns = Pick<Columns, Extract<keyof Columns, `${'tree' | 'samples'}.${string}`>>;

/** A received model without those. */
export interface PanelTables {
  readonly header: PanelModel['header'];
  readonly columns: Omit<Columns, keyof RecordingColumns>;
}
