import { allHeatLevels, colors, heatLevels } from '../../src/extension/contributed-names.ts';

/** The four kinds of theme that VS Code has defaults for. */
export interface ThemeColors {
  readonly dark: string;
  readonly light: string;
  readonly highContrast: string;
  readonly highContrastLight: string;
}

/**
 * The ramps of heat, coldest first. Both change evenly in lightness, so that their order is seen by every kind of
 * colour vision and in grey: on dark backgrounds the hottest is the brightest (inferno, S. van der Walt and N. Smith,
 * matplotlib, CC0), on light ones the darkest (yellow over orange and red to dark red).
 */
export const darkRamp = [
  '#6a176e',
  '#932667',
  '#bc3754',
  '#dd513a',
  '#f37819',
  '#fca50a',
  '#f6d746',
  '#fcffa4',
] as const;
export const lightRamp = [
  '#fbd060',
  '#f9ac42',
  '#f48432',
  '#ec5327',
  '#d3221f',
  '#a80826',
  '#7a0425',
  '#4c031c',
] as const;

/**
 * The tint of whole lines follows other ramps: laid thinly over a background, the pale yellow of the dark ramp's top
 * looks olive and the dark red of the light one's looks grey. Here the hue stops at orange (dark) or red (light), and
 * opacity tells the upper levels apart.
 */
const darkTints = ['#8a2a78', '#a02c6a', '#bc3754', '#d2463f', '#e2562c', '#ee661f', '#f57414', '#fa7f0a'] as const;
const lightTints = ['#fbd060', '#f9ac42', '#f48432', '#f0602a', '#ea4424', '#e22f22', '#d92222', '#d01a24'] as const;

/** Opacity of the line tint, from the coldest to the hottest; text on it stays readable. */
const tintFrom = 0.08;
const tintTo = 0.26;

const darkBackground = '#1f1f1f';
const lightBackground = '#ffffff';

/** The defaults of every colour that package.json declares. */
export function defaultColors(): ReadonlyMap<string, ThemeColors> {
  const table = new Map<string, ThemeColors>();
  for (const level of allHeatLevels) {
    const dark = darkRamp[level - 1];
    const light = lightRamp[level - 1];
    const alpha = hexByte((tintFrom + ((tintTo - tintFrom) * (level - 1)) / (heatLevels - 1)) * 255);
    const [darkTint, lightTint] = [darkTints[level - 1] + alpha, lightTints[level - 1] + alpha];
    table.set(colors.tint(level), themed(darkTint, lightTint, darkTint, lightTint));
    table.set(
      colors.ruler(level),
      themed(dark, light, withContrast(dark, '#000000', 3), withContrast(light, '#ffffff', 3)),
    );
    table.set(
      colors.text(level),
      themed(
        withContrast(dark, darkBackground, 5.5),
        withContrast(light, lightBackground, 5.5),
        withContrast(dark, '#000000', 8),
        withContrast(light, '#ffffff', 8),
      ),
    );
  }
  const pale = themed('#8a8a8a', '#717171', '#b5b5b5', '#515151');
  table.set(colors.staleText, pale);
  table.set(colors.uncertainText, pale);
  table.set(colors.callerText, pale);
  table.set(colors.expression, themed('#fca50a', '#d3221f', '#fca50a', '#a80826'));
  table.set(colors.slowerText, themed('#ffa14a', '#9e4700', '#ffb870', '#7a3300'));
  table.set(colors.fasterText, themed('#5ab0ff', '#0b5cad', '#8cc8ff', '#003f82'));
  return new Map(allColors().map((id) => [id, table.get(id) as ThemeColors]));
}

/** All colour ids that package.json has to declare. */
export function allColors(): string[] {
  return [
    ...allHeatLevels.flatMap((level) => [colors.tint(level), colors.ruler(level), colors.text(level)]),
    colors.staleText,
    colors.uncertainText,
    colors.callerText,
    colors.expression,
    colors.slowerText,
    colors.fasterText,
  ];
}

/** WCAG contrast of two opaque colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [bright, dim] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright + 0.05) / (dim + 0.05);
}

/** Relative luminance of an opaque colour, 0 to 1 (WCAG 2). */
export function luminance(color: string): number {
  const [r, g, b] = channels(color).map((value) => {
    const c = value / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The colour moved towards white or black, away from the background, until the contrast is reached. */
function withContrast(color: string, background: string, wanted: number): string {
  const goal = luminance(background) < 0.5 ? 255 : 0;
  for (let step = 0; step <= 100; step++) {
    const mixed = channels(color).map((value) => Math.round(value + ((goal - value) * step) / 100));
    const hex = `#${mixed.map(hexByte).join('')}`;
    if (contrast(hex, background) >= wanted) return hex;
  }
  return goal === 255 ? '#ffffff' : '#000000';
}

const themed = (dark: string, light: string, highContrast: string, highContrastLight: string): ThemeColors => ({
  dark,
  light,
  highContrast,
  highContrastLight,
});

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

const hexByte = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
