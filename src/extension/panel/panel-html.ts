import { escapeMarkup, pageHead } from '../../export/html/page.ts';

/** What the page of the panel is made of; all uris as the webview sees them. */
export interface PanelPage {
  readonly script: string;
  readonly style: string;
  readonly cspSource: string;
  /** Fresh for each page. */
  readonly nonce: string;
}

/** The page that the panel's bundle draws into. Nothing of a recording is in it; that comes by messages. */
export function panelHtml({ script, style, cspSource, nonce }: PanelPage): string {
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
