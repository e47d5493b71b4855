import { standaloneIds } from '../../panel/index.ts';

/** What the page of the panel is made of; all uris as the webview sees them. */
export interface PanelPage {
  readonly script: string;
  readonly style: string;
  readonly cspSource: string;
  /** Fresh for each page. */
  readonly nonce: string;
  readonly title: string;
}

/** The page that the panel's bundle draws into. Nothing of a recording is in it; that comes by messages. */
export function panelHtml({ script, style, cspSource, nonce, title }: PanelPage): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${attribute(title)}</title>
<link rel="stylesheet" href="${attribute(style)}">
</head>
<body>
<div id="${standaloneIds.root}"></div>
<script nonce="${attribute(nonce)}" src="${attribute(script)}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (mark) => entities[mark]);
}
