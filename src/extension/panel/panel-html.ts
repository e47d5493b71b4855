import { escapeMarkup, pageHead } from '../../export/html/page.ts';

type Part = 'script' | 'style' | 'cspSource' | 'nonce';

/**
 * The page that the panel's bundle draws into. Nothing of a recording is in it; that comes by messages. Uris are as the webview
 * sees them, and the nonce is fresh for each page.
 */
export function panelHtml({ script, style, cspSource, nonce }: Readonly<Record<Part, string>>): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
  ];
  return `${pageHead('Flame Graph', policy, `<link rel="stylesheet" href="${escapeMarkup(style)}">`)}<body>
<script nonce="${escapeMarkup(nonce)}" src="${escapeMarkup(script)}"></script>
</body>
</html>`;
}
