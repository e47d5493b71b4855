import { luminance, parseColour, type Rgb } from './colour.ts';

/** What the canvas takes from the page's style. */
export interface Theme {
  readonly isDark: boolean;
  readonly background: Rgb;
  readonly foreground: Rgb;
  readonly muted: Rgb;
  readonly line: Rgb;
  /** Around the selected box. */
  readonly focus: Rgb;
  /** Under every box of functions that the cursor is in. */
  readonly accent: Rgb;
  /** Around every box, in high contrast themes only. */
  readonly border?: Rgb;
  readonly fontFamily: string;
}

/** The theme in force, from the custom properties of `panel.css`. */
export function readTheme(element: HTMLElement, context: CanvasRenderingContext2D): Theme {
  const style = getComputedStyle(element);
  const probe = (name: string, fallback: Rgb, under?: Rgb): Rgb =>
    parseColour(context, style.getPropertyValue(name), under) ?? fallback;
  const background = probe('--hl-background', 0xffffff);
  const isDark = luminance(background) < 0.3;
  const ink = isDark ? 0xe0e0e0 : 0x202020;
  const border = parseColour(context, style.getPropertyValue('--hl-contrast-border'));
  return {
    isDark,
    background,
    foreground: probe('--hl-foreground', ink, background),
    muted: probe('--hl-muted', ink, background),
    line: probe('--hl-line', ink, background),
    focus: probe('--hl-focus', ink, background),
    accent: probe('--hl-accent', ink, background),
    ...(border === undefined ? {} : { border }),
    fontFamily: style.fontFamily,
  };
}

/** Calls back when the theme may have changed: VS Code rewrites class and style of the page, a browser its scheme. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['class', 'style', 'data-vscode-theme-id', 'data-vscode-theme-kind'];
  observer.observe(document.documentElement, { attributes: true, attributeFilter });
  observer.observe(document.body, { attributes: true, attributeFilter });
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', changed);
  };
}
