import type { Analysis } from '../core/index.ts';
import { type ColumnName, columnTypes, type PanelHeader } from './messages.ts';
interface ElementArrays {
    i32: Int32Array;
    u32: Uint32Array;
    f64: Float64Array;
    u8: Uint8Array;
}
export type PanelColumns = {
    readonly [C in ColumnName]: ElementArrays[(typeof columnTypes)[C]];
};
/** What the panel draws from. */
export interface PanelModel {
    readonly header: PanelHeader;
    readonly columns: PanelColumns;
}
/** How a source is shown: short, where its path says more than is needed. */
export type SourceLabel = (source: Analysis['sources'][number]) => string;
/**
 * The panel's share of an analysis. The columns are the analysis's own arrays, not copies. `model`: see `PanelHeader`.
 */
export declare function buildPanelModel(analysis: Analysis, model: number, labelOf: SourceLabel): PanelModel;
export declare const columnNames: ColumnName[];
/** Empty columns of the announced lengths, to be filled from pieces. */
export declare function allocateColumns(lengths: PanelHeader['lengths']): PanelColumns;
export {};
