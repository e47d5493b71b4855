import { type Analysis, findWhy } from '../../core/index.ts';
import { escapeMarkup, pageHead } from '../../export/html/page.ts';
import { capitalise } from '../../present/answer.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import { fileLabel } from '../../present/names.ts';
import { explainRemark } from '../../present/why.ts';
import { qualityFacts } from '../../present/quality-facts.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { allHeatLevels, colors, heatLevels, internalCommands } from '../contributed-names.ts';
import { amountLabel, formatShare, wholeLabel } from '../../present/quantities.ts';
import { leastShareOf } from '../heat/heat-scale.ts';

const levels = [...allHeatLevels].reverse();

const cssName = (color: string): string => `--vscode-${color.replaceAll('.', '-')}`;

/** Bars as wide and as coloured as those of the gutter. */
const legendStyle = `
ul.heat { list-style: none; margin: 0; padding: 0; }
ul.heat span { display: inline-block; width: 16px; margin-right: 8px; text-align: center; }
ul.heat span.bar::before { content: ''; display: block; height: 9px; border-radius: 1px; }
${levels
  .map((level) => {
    const width = (16 * level) / heatLevels - 1;
    return `span.heat-${level}::before { width: ${width}px; background: var(${cssName(colors.ruler(level))}); }`;
  })
  .join('\n')}`;

const severityNames = { error: 'Error', warning: 'Warning', info: 'Note' } as const;
const severities = Object.keys(severityNames);

const style = `
body { padding: 0 12px 8px; line-height: 1.45; user-select: text; }
h2 { font-size: 1em; margin: 10px 0 4px; }
p { margin: 4px 0 8px; overflow-wrap: anywhere; }
.error strong { color: var(--vscode-errorForeground); }
.warning strong { color: var(--vscode-editorWarning-foreground); }
dl { margin: 0; }
dt { color: var(--vscode-descriptionForeground); margin-top: 4px; }
dd { margin: 0; overflow-wrap: anywhere; }${legendStyle}`;

/**
 * The page of *Findings*: what a user should know of a recording, as text that can be read whole, and how it was
 * measured; below it the legend of the heat in the editor. Runs no script; its only links are our command with the number of a finding. `nonce`: fresh for each page.
 */
export function findingsHtml(view: AnalysisView | undefined, nonce: string): string {
  const policy = [`default-src 'none'`, `style-src 'nonce-${nonce}'`];
  const body = view
    ? bodyOf(view)
    : '<p>What is worth knowing about a recording is listed here: profile a program first.</p>';
  const styled = `<style nonce="${escapeMarkup(nonce)}">${style}</style>`;
  return `${pageHead('Findings', policy, styled)}<body>${body}</body>\n</html>`;
}

function bodyOf(view: AnalysisView): string {
  const { analysis, index } = view;
  const facts = qualityFacts(analysis, index.hottestLine);
  const measurement = facts.map(
    ({ name, text }) => `<dt>${escapeMarkup(capitalise(name))}</dt><dd>${escapeMarkup(text)}</dd>`,
  );
  return `<h2>${escapeMarkup(view.title)}</h2>${findings(view)}${reasons(view)}<h2>Measurement</h2><dl>${measurement.join('')}</dl>${legendHtml(view.analysis)}`;
}

function findings({ id, analysis: { diagnostics } }: AnalysisView): string {
  if (diagnostics.length === 0) return '<p>Nothing stands against these figures.</p>';
  const rows = severities.flatMap((wanted) =>
    diagnostics.flatMap((diagnostic, row) => {
      const { severity, file } = diagnostic;
      if (severity !== wanted) return [];
      const target = `command:${internalCommands.openFinding}?${encodeURIComponent(JSON.stringify([id, row]))}`;
      const link = file === undefined ? '' : ` <a href="${escapeMarkup(target)}">Open the file</a>`;
      const text = `<strong>${severityNames[severity]}:</strong> ${escapeMarkup(describeDiagnostic(diagnostic))}`;
      return [`<p class="${severity}">${text}${link}</p>`];
    }),
  );
  return rows.join('');
}

/** Around names of the program's, until all is escaped: characters that nobody writes. */
const [NAME, NAME_END] = ['\u0001', '\u0002'];

/** Why what is hot is slow, where V8 tells it. */
function reasons({ analysis }: AnalysisView): string {
  const { lines, functions, sources } = analysis;
  const rows = findWhy(analysis).map((remark) => {
    const { line, function: fn } = remark;
    const [source, at] =
      line === undefined
        ? [functions.source[fn ?? -1], functions.line[fn ?? -1]]
        : [lines.source[line], lines.line[line]];
    const place = sources.at(source ?? -1) && source >= 0 ? `${fileLabel(sources[source].path, at)}: ` : '';
    const text = explainRemark(analysis, remark, { place: fileLabel, name: (name) => `${NAME}${name}${NAME_END}` });
    const html = escapeMarkup(place + text)
      .replaceAll(NAME, '<code>')
      .replaceAll(NAME_END, '</code>');
    return `<p>${html}</p>`;
  });
  return rows.length === 0 ? '' : `<h2>Why it is slow</h2>${rows.join('')}`;
}

/** What the marks of the editor mean, as a list. Marks other than bars are told in words. */
function legendHtml({ quality }: Analysis): string {
  const amount = escapeMarkup(amountLabel(quality));
  const bars = levels.map((level) => `<li><span class="bar heat-${level}"></span>${rangeOf(level)}</li>`);
  return `<h2>Heat</h2>
<p>A line’s mark is its share of the ${escapeMarkup(wholeLabel(quality))}. It means the same in every recording. In a run of tests, marks of your own
code show its share of the ${amount} in or below your code.</p>
<ul class="heat" aria-label="Levels of heat">${bars.join('')}</ul>
<p>An arrow: the ${amount} is in what the line calls. Two upright bars: it was blocked. A small hollow box: too few samples to
be sure. A dashed box: edited since it was profiled.</p>`;
}

function rangeOf(level: number): string {
  const [least, above] = [leastShareOf(level), leastShareOf(level + 1)];
  if (level === heatLevels) return `${formatShare(least)} and more`;
  return level === 1 ? `below ${formatShare(above)}` : `${formatShare(least)} to ${formatShare(above)}`;
}
