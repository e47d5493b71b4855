import { deflateRawSync } from 'node:zlib';
import type { Analysis } from '../../core/index.ts';
import { buildPanelModel } from '../../panel/index.ts';
import type { ExportContext } from '../formats.ts';
import { encodeModel } from './embedded-model.ts';
import { formatPage } from './page.ts';

/** An analysis as one page that shows the flame graph panel in any browser, in pieces. */
export function formatFlameGraphPage(analysis: Analysis, { labelOf, readBundle }: ExportContext): Iterable<string> {
  return formatPage({
    title: `${analysis.title} – Heatline`,
    elements: encodeModel(buildPanelModel(analysis, 1, labelOf), pack),
    script: readBundle('webview.js'),
    style: readBundle('webview.css'),
  });
}

/** What a browser undoes with `atob` and a `DecompressionStream`. */
export function pack(data: string | Uint8Array): string {
  return deflateRawSync(data).toString('base64');
}
