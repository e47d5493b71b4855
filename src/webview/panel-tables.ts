import type { PanelModel } from '../panel/index.ts';

/** Columns that only serve to make a recording's trees. */
const recordingColumns = [
  'tree.function',
  'tree.parent',
  'tree.selfTime',
  'tree.selfSamples',
  'samples.node',
  'samples.start',
] as const;
export type RecordingColumns = Pick<PanelModel['columns'], (typeof recordingColumns)[number]>;

/** A received model without those. */
export interface PanelTables {
  readonly header: PanelModel['header'];
  readonly columns: Omit<PanelModel['columns'], keyof RecordingColumns>;
}

/** The two parts of a model. */
export function splitModel({ header, columns }: PanelModel): { tables: PanelTables; recording: RecordingColumns } {
  const isRecording = (name: string): boolean => (recordingColumns as readonly string[]).includes(name);
  const part = (isWanted: (name: string) => boolean): object =>
    Object.fromEntries(Object.entries(columns).filter(([name]) => isWanted(name)));
  return {
    tables: { header, columns: part((name) => !isRecording(name)) as PanelTables['columns'] },
    recording: part(isRecording) as RecordingColumns,
  };
}
