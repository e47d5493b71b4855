import { createHash } from 'node:crypto';

/** Data that the page carries for its script; `text` and the values of `data` never hold markup that is not escaped. */
export interface HtmlElement {
  readonly id?: string;
  readonly className?: string;
  readonly data: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface HtmlPage {
  readonly title: string;
  readonly bodyClass: string;
  /** Id of the empty element that the bundle fills. */
  readonly rootId: string;
  /** Lazy, so that a big profile is never one string. */
  readonly elements: Iterable<HtmlElement>;
  readonly bundleJs: string;
  readonly bundleCss: string;
}

/**
 * One self-contained page in pieces, to be written one after the other: nothing is loaded, and its content security
 * policy lets only the bundle's own script and styles run, known by their hashes.
 */
export function* formatHtml(page: HtmlPage): Generator<string> {
  const script = escapeScript(page.bundleJs);
  const style = escapeStyle(page.bundleCss);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  yield [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeMarkup(page.title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    `<body class="${escapeMarkup(page.bodyClass)}">`,
    `<div id="${escapeMarkup(page.rootId)}"></div>`,
    '',
  ].join('\n');
  for (const element of page.elements) yield formatElement(element);
  yield `<script>${script}</script>\n</body>\n</html>\n`;
}

function formatElement({ id, className, data, text }: HtmlElement): string {
  const attributes = Object.entries({
    id,
    class: className,
    ...Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value])),
  })
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('');
  return `<script type="application/octet-stream"${attributes}>${escapeMarkup(text)}</script>\n`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}

/** Inside a script only these end it or change how it is read; both spellings mean the same in JavaScript strings. */
function escapeScript(code: string): string {
  return code.replace(/<(\/script|!--)/gi, '\\x3C$1').replace(/^\s*\/\/# sourceMappingURL=.*$/gm, '');
}

function escapeStyle(css: string): string {
  return css.replace(/<\/(style)/gi, '<\\/$1').replace(/\/\*# sourceMappingURL=.*?\*\//g, '');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
