import { formatShare } from '../../present/quantities.ts';
import { allHeatLevels, colors, heatLevels } from '../contributed-names.ts';
import { leastShareOf } from './heat-scale.ts';

const levels = [...allHeatLevels].reverse();

const cssName = (color: string): string => `--vscode-${color.replaceAll('.', '-')}`;

/** Bars as wide and as coloured as those of the gutter. */
export const legendStyle = `
ul.heat { list-style: none; margin: 0; padding: 0; }
ul.heat span { display: inline-block; width: 16px; margin-right: 8px; text-align: center; }
ul.heat span.bar::before { content: ''; display: block; height: 9px; border-radius: 1px; }
${levels
  .map((level) => {
    const width = (16 * level) / heatLevels - 1;
    return `span.heat-${level}::before { width: ${width}px; background: var(${cssName(colors.ruler(level))}); }`;
  })
  .join('\n')}`;

/** What the marks of the editor mean, as a list. Marks other than bars are told in words. */
export function legendHtml(): string {
  const bars = levels.map((level) => `<li><span class="bar heat-${level}"></span>${rangeOf(level)}</li>`);
  return `<h2>Heat</h2>
<p>A line’s mark is its share of the active time. It means the same in every recording.</p>
<ul class="heat" aria-label="Levels of heat">${bars.join('')}</ul>
<p>An arrow: the time is in what the line calls. Two upright bars: it was blocked. A small hollow box: too few samples to
be sure. A dashed box: edited since it was profiled.</p>`;
}

function rangeOf(level: number): string {
  const [least, above] = [leastShareOf(level), leastShareOf(level + 1)];
  if (level === heatLevels) return `${formatShare(least)} and more`;
  return level === 1 ? `below ${formatShare(above)}` : `${formatShare(least)} to ${formatShare(above)}`;
}
