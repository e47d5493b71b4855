import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { allHeatLevels, colors } from '../../../src/extension/contributed-names.ts';
import { contributedColors, type ThemeColors } from '../../support/contributed-colors.ts';

const palette = contributedColors();
const colorOf = (id: string): ThemeColors => palette.get(id) ?? assert.fail(id);
const themes = ['dark', 'light', 'highContrast', 'highContrastLight'] as const;

/** How a colour is seen, as linear RGB: in grey, and by the two common kinds of red-green blindness (Viénot et al., 1999). */
const visions: Readonly<Record<string, readonly number[][]>> = {
  grey: [0, 1, 2].map((channel) => [0, 1, 2].map((other) => (other === channel ? 1 : 0))),
  protanopia: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranopia: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
};

const bytesOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

function seen(color: string, matrix = visions.grey): number[] {
  const rgb = bytesOf(color).map((byte) => byte / 255);
  const linear = rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return matrix.map((row) => row.reduce((sum, weight, channel) => sum + weight * linear[channel], 0));
}

/** Relative luminance, 0 to 1, and contrast, 1 to 21, of opaque colours (WCAG 2). */
function luminance(color: string, matrix = visions.grey): number {
  const [r, g, b] = seen(color, matrix);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(a: string, b: string): number {
  const [bright, dim] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright + 0.05) / (dim + 0.05);
}

describe('palette', () => {
  // On dark backgrounds the hottest is the brightest (inferno, S. van der Walt and N. Smith, matplotlib, CC0), on light ones
  // the darkest (yellow over orange and red to dark red).
  for (const [theme, sign] of [
    ['dark', 1],
    ['light', -1],
  ] as const) {
    for (const [name, matrix] of Object.entries(visions))
      it(`changes in lightness from level to level in ${theme} themes, so that the order is seen: ${name}`, () => {
        const lightness = allHeatLevels.map((level) => luminance(colorOf(colors.ruler(level))[theme], matrix));
        lightness.slice(1).forEach((now, i) => assert.ok(sign * (now - lightness[i]) > 0, `level ${i + 2}`));
      });

    it(`is that of the gutter in ${theme} themes`, () => {
      for (const level of allHeatLevels) {
        const picture = new URL(`../../../media/gutter/heat-${level}-${theme}.svg`, import.meta.url);
        assert.ok(readFileSync(picture, 'utf8').includes(`fill="${colorOf(colors.ruler(level))[theme]}"`), `${level}`);
      }
    });
  }

  it('is readable at the end of lines: 4.5:1, and 7:1 in high contrast', () => {
    const backgrounds = ['#1f1f1f', '#ffffff', '#000000', '#ffffff'];
    for (const id of [...allHeatLevels.map(colors.text), colors.staleText, colors.slowerText, colors.fasterText])
      themes.forEach((theme, i) =>
        assert.ok(contrast(colorOf(id)[theme], backgrounds[i]) >= (i < 2 ? 4.5 : 7), `${id} ${theme}`),
      );
  });

  it('tells slower from faster by lightness or hue for every colour vision', () => {
    for (const matrix of Object.values(visions)) {
      for (const theme of themes) {
        const [a, b] = [colors.slowerText, colors.fasterText].map((id) => seen(colorOf(id)[theme], matrix));
        // Blue is the channel that both kinds of red-green blindness keep.
        assert.ok(Math.abs(a[2] - b[2]) > 0.2, `${theme}: ${a.join()} and ${b.join()}`);
      }
    }
  });

  it('tints lines so lightly that code on them stays readable', () => {
    for (const level of allHeatLevels) {
      const { dark, light } = colorOf(colors.tint(level));
      assert.ok(contrast('#cccccc', over(dark, '#1f1f1f')) >= 4.5, `level ${level} dark`);
      assert.ok(contrast('#3b3b3b', over(light, '#ffffff')) >= 4.5, `level ${level} light`);
    }
  });
});

/** A colour with alpha laid over an opaque one. */
function over(color: string, background: string): string {
  const alpha = Number.parseInt(color.slice(7, 9), 16) / 255;
  const below = bytesOf(background);
  const mixed = bytesOf(color).map((top, i) => Math.round(top * alpha + below[i] * (1 - alpha)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
