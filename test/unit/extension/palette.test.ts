import assert from 'node:assert/strict';
import { allHeatLevels, colors } from '../../../src/extension/contributed-names.ts';
import { contrast, darkRamp, defaultColors, lightRamp, luminance, type ThemeColors } from '../../support/palette.ts';

const palette = defaultColors();
const colorOf = (id: string): ThemeColors => palette.get(id) ?? assert.fail(id);

/** How the two common kinds of red-green blindness see a colour (Viénot, Brettel and Mollon, 1999), as linear RGB. */
const deficiencies: Readonly<Record<string, readonly number[][]>> = {
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

function linear(color: string): number[] {
  return [1, 3, 5].map((at) => {
    const c = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
}

function seenLuminance(color: string, matrix: readonly number[][]): number {
  const rgb = linear(color);
  const [r, g, b] = matrix.map((row) => row.reduce((sum, weight, channel) => sum + weight * rgb[channel], 0));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('palette', () => {
  for (const [theme, ramp, sign] of [
    ['dark', darkRamp, 1],
    ['light', lightRamp, -1],
  ] as const) {
    it(`changes in lightness from level to level in ${theme} themes, so that the order is seen in grey`, () => {
      for (const level of allHeatLevels.slice(1)) {
        const step = sign * (luminance(ramp[level - 1]) - luminance(ramp[level - 2]));
        assert.ok(step > 0, `level ${level}`);
      }
    });

    for (const [name, matrix] of Object.entries(deficiencies)) {
      it(`keeps that order in ${theme} themes for ${name}`, () => {
        for (const level of allHeatLevels.slice(1)) {
          const step = sign * (seenLuminance(ramp[level - 1], matrix) - seenLuminance(ramp[level - 2], matrix));
          assert.ok(step > 0, `level ${level}`);
        }
      });
    }
  }

  it('is readable at the end of lines: 4.5:1, and 7:1 in high contrast', () => {
    for (const id of [...allHeatLevels.map(colors.text), colors.staleText, colors.slowerText, colors.fasterText]) {
      const { dark, light, highContrast, highContrastLight } = colorOf(id);
      assert.ok(contrast(dark, '#1f1f1f') >= 4.5, `${id} dark`);
      assert.ok(contrast(light, '#ffffff') >= 4.5, `${id} light`);
      assert.ok(contrast(highContrast, '#000000') >= 7, `${id} high contrast`);
      assert.ok(contrast(highContrastLight, '#ffffff') >= 7, `${id} high contrast light`);
    }
  });

  it('tells slower from faster by lightness or hue for every colour vision', () => {
    const [slower, faster] = [colorOf(colors.slowerText), colorOf(colors.fasterText)];
    for (const matrix of Object.values(deficiencies)) {
      for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
        const [a, b] = [slower[theme], faster[theme]].map((color) => {
          const rgb = linear(color);
          return matrix.map((row) => row.reduce((sum, weight, channel) => sum + weight * rgb[channel], 0));
        });
        // Blue is the channel that both kinds of red-green blindness keep.
        assert.ok(Math.abs(a[2] - b[2]) > 0.2, `${theme}: ${a.join()} and ${b.join()}`);
      }
    }
  });

  it('tints lines so lightly that code on them stays readable', () => {
    const foreground = { dark: '#cccccc', light: '#3b3b3b' };
    const background = { dark: '#1f1f1f', light: '#ffffff' };
    for (const level of allHeatLevels) {
      for (const theme of ['dark', 'light'] as const) {
        const tint = colorOf(colors.tint(level))[theme];
        assert.ok(contrast(foreground[theme], over(tint, background[theme])) >= 4.5, `level ${level} ${theme}`);
      }
    }
  });
});

/** A colour with alpha laid over an opaque one. */
function over(color: string, background: string): string {
  const alpha = Number.parseInt(color.slice(7, 9), 16) / 255;
  const mixed = [1, 3, 5].map((at) => {
    const [top, bottom] = [color, background].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(top * alpha + bottom * (1 - alpha));
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
