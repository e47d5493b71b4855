import { luminance, parseColour, type Rgb } from './colour.ts';

/** What colours have to be seen on. */
export type Shade = 'dark' | 'light';

/** What the canvas takes from the page's style. */
export interface Theme {
  readonly shade: Shade;
  readonly background: Rgb;
  readonly foreground: Rgb;
  readonly muted: Rgb;
  readonly line: Rgb;
  /** Around the selected box. */
  readonly focus: Rgb;
  /** Under every box of the selected function. */
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
  const shade = luminance(background) < 0.3 ? 'dark' : 'light';
  const ink = { dark: 0xe0e0e0, light: 0x202020 }[shade];
  const border = parseColour(context, style.getPropertyValue('--hl-contrast-border'));
  return {
    shade,
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
export function watchTheme(changed: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['class', 'style', 'data-vscode-theme-id', 'data-vscode-theme-kind'];
  observer.observe(document.documentElement, { attributes: true, attributeFilter });
  observer.observe(document.body, { attributes: true, attributeFilter });
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'])
    matchMedia(query).addEventListener('change', changed, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
}
