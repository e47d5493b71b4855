import { type ReadonlySignal, signal } from '@preact/signals';
import type { FunctionIndex, LineIndex } from '../../core/index.ts';
import type { PanelCommand } from '../../panel/index.ts';
import type { Host } from '../host.ts';
import { spotsOf } from '../model/hot-lines.ts';
import type { PanelTables } from '../panel-tables.ts';
import { readOnly } from './signals.ts';

/** Milliseconds that a failure stays on screen. */
const NOTICE_TIME = 6000;

/** What the panel asks of its host, and what the host could not do. */
export function createRequests(host: Host, tables: ReadonlySignal<PanelTables | undefined>) {
  const notice = signal('');
  const canReveal = (fn: FunctionIndex): boolean =>
    host.hasEditor && fn >= 0 && tables.value !== undefined && tables.value.columns['functions.source'][fn] >= 0;
  return {
    /** The last thing that did not work, for a moment; empty otherwise. */
    notice: readOnly(notice),
    hasEditor: host.hasEditor,
    canReveal,
    /** Shows where a function is defined; with `keepLayout` only if that needs no new split of the window. */
    reveal: (fn: FunctionIndex, { keepLayout = false } = {}): void => {
      if (!tables.value || !canReveal(fn)) return;
      const { model } = tables.value.header;
      host.postMessage({ type: 'reveal', model, function: fn, ...(keepLayout && { keepLayout }) });
    },
    /** Shows a line (row of the line table) at its hottest column. */
    revealLine: (line: LineIndex): void => {
      if (!tables.value || !host.hasEditor || line < 0) return;
      const { header, columns } = tables.value;
      const [spot] = spotsOf(columns, line, 1);
      const fn = columns['lines.function'][line];
      host.postMessage({ type: 'reveal', model: header.model, function: fn, line, column: spot?.column });
    },
    copy: (text: string): void => host.postMessage({ type: 'copy', text }),
    run: (type: PanelCommand): void => host.postMessage({ type }),
    notify: (text: string): void => {
      notice.value = text;
      setTimeout(() => {
        if (notice.value === text) notice.value = '';
      }, NOTICE_TIME);
    },
  };
}
