import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { formatHtml } from '../export/html.ts';
import type { Analysis } from '../core/index.ts';
import { buildPanelModel, encodeStandalone, standaloneIds } from '../panel/index.ts';
import { CliError } from './cli-error.ts';

/** The pieces of a self-contained page that shows the flame graph. */
export async function flameGraphPage(analysis: Analysis, cwd: string): Promise<Iterable<string>> {
  const model = buildPanelModel(analysis, 1, (path) => {
    const short = relative(cwd, path);
    return short === '' || short.startsWith('..') || path.includes('://') || path.startsWith('node:') ? path : short;
  });
  const elements = encodeStandalone(model, {
    pack: (bytes) => deflateRawSync(bytes).toString('base64'),
    encodeText: (text) => Buffer.from(text),
  });
  return formatHtml({
    title: `${analysis.title} – Heatline`,
    bodyClass: standaloneIds.bodyClass,
    rootId: standaloneIds.root,
    elements,
    bundleJs: await readBundle('webview.js'),
    bundleCss: await readBundle('webview.css'),
  });
}

/** The panel's bundle lies beside the command's. */
async function readBundle(name: string): Promise<string> {
  try {
    return await readFile(join(__dirname, name), 'utf8');
  } catch {
    throw new CliError(
      `The flame graph cannot be written: ${name} is missing beside ${__filename}; install Heatline again.`,
    );
  }
}
