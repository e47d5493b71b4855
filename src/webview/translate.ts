import { standaloneIds } from '../panel/index.ts';

/** Texts in the user's language by the English ones, from the page that VS Code shows; none where there are none. */
const texts = readTexts();

/** A text in the user's language, with what `{0}`, `{1}`… stand for. */
export function t(text: string, ...args: readonly (string | number)[]): string {
  const translated = Object.hasOwn(texts, text) ? texts[text] : text;
  return translated.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
}

function readTexts(): Readonly<Record<string, string>> {
  if (typeof document === 'undefined') return {}; // tests of what needs no page
  const text = document.getElementById(standaloneIds.texts)?.textContent;
  return text ? (JSON.parse(text) as Record<string, string>) : {};
}
