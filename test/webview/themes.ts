export type ThemeName = 'dark' | 'light' | 'contrast' | 'contrastLight';

/** A theme as VS Code gives it to a webview. */
interface Theme {
  /** The class of the body. */
  readonly kind: string;
  readonly variables: Readonly<Record<string, string>>;
}

const kinds: Readonly<Record<ThemeName, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  contrast: 'vscode-high-contrast',
  contrastLight: 'vscode-high-contrast-light vscode-high-contrast',
};

/** Colours of VS Code's own default themes, in the order of `kinds`; `-` where a theme has none. */
const colors = `
  editor-background #1f1f1f #ffffff #000000 #ffffff
  foreground #cccccc #3b3b3b #ffffff #292929
  descriptionForeground #9d9d9d #3b3b3bbf #ffffffb3 #292929b3
  panel-border #2b2b2b #e5e5e5 #6fc3df #0f4a85
  sideBar-background #181818 #f8f8f8 #000000 #ffffff
  list-hoverBackground #2a2d2e #f2f2f2 - #dfdfdf
  list-activeSelectionBackground #04395e #e8e8e8 - -
  list-activeSelectionForeground #ffffff #000000 - -
  focusBorder #0078d4 #005fb8 #f38518 #006bbd
  textLink-foreground #4daafc #005fb8 #21a6ff #0f4a85
  input-background #313131 #ffffff #000000 #ffffff
  input-foreground #cccccc #3b3b3b #ffffff #292929
  input-border #3c3c3c #cecece #6fc3df #0f4a85
  dropdown-background #313131 #ffffff #000000 #ffffff
  dropdown-foreground #cccccc #3b3b3b #ffffff #292929
  dropdown-border #3c3c3c #cecece #6fc3df #0f4a85
  button-background #0078d4 #005fb8 #000000 #0f4a85
  button-foreground #ffffff #ffffff #ffffff #ffffff
  editorHoverWidget-background #202020 #f8f8f8 #0c141f #ffffff
  editorHoverWidget-foreground #cccccc #3b3b3b #ffffff #292929
  editorHoverWidget-border #454545 #c8c8c8 #6fc3df #0f4a85
  errorForeground #f85149 #f85149 #f48771 #b5200d
  contrastBorder - - #6fc3df #0f4a85
  contrastActiveBorder - - #f38518 #006bbd
  button-border - - #6fc3df -
`;

export function themeOf(name: ThemeName): Theme {
  const at = Object.keys(kinds).indexOf(name);
  const rows = colors
    .trim()
    .split('\n')
    .map((row) => row.trim().split(' '));
  const own = rows.flatMap(([color, ...values]) => (values[at] === '-' ? [] : [[`--vscode-${color}`, values[at]]]));
  const fonts = { '--vscode-font-family': '"Segoe UI", "Open Sans", sans-serif', '--vscode-font-size': '13px' };
  return { kind: kinds[name], variables: { ...fonts, ...(Object.fromEntries(own) as Record<string, string>) } };
}
