import { createHash } from 'node:crypto';

/** Data that a page carries for its script. */
export interface DataElement {
  readonly name: string;
  readonly text: string;
}

/** What a page is made of. No text has to be escaped beforehand. */
export interface HtmlPage {
  readonly title: string;
  /** Lazy, so that a big profile is never one string. */
  readonly elements: Iterable<DataElement>;
  readonly script: string;
  readonly style: string;
}

/**
 * One self-contained page in pieces, to be written one after the other. It loads nothing, and its content security
 * policy lets only its own script and style run, known by their hashes.
 */
export function* formatPage(page: HtmlPage): Generator<string> {
  const script = escapeScript(page.script);
  const style = escapeStyle(page.style);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  yield pageHead(page.title, policy, `<meta name="color-scheme" content="light dark">\n<style>${style}</style>`);
  yield '<body class="heatline-standalone">\n';
  for (const element of page.elements) yield formatElement(element);
  yield `<script>${script}</script>\n</body>\n</html>\n`;
}

/** A page up to its body. `policy`: what it may load and run; `head`: markup at the end of its head. */
export function pageHead(title: string, policy: readonly string[], head: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(policy.join('; '))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(title)}</title>
${head}
</head>
`;
}

/** Browsers do not run a script of this type. */
const formatElement = ({ name, text }: DataElement): string =>
  `<script type="application/octet-stream" data-name="${escapeMarkup(name)}">${escapeMarkup(text)}</script>\n`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it can stand between tags and in attributes. */
export function escapeMarkup(text: string): string {
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
