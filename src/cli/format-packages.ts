import { type Analysis, hottestPackages, shareOf, sumPackages } from '../core/index.ts';
import { describeAsker, packageLabels } from '../present/packages.ts';
import { formatShare, formatValue } from '../present/quantities.ts';
import { heading, moreNote, nameColumn, NOTABLE_PART, type ReportView, shortPath, withPlace } from './report-view.ts';
import { neutralise, padStart } from './text.ts';

/** The table of npm packages by self time, own code's too. Empty where dependencies have no notable part. */
export function formatPackages(analysis: Analysis, view: ReportView): string {
  if (hottestPackages(analysis, NOTABLE_PART).length === 0) return '';
  const least = view.all ? 0 : analysis.quality.activeTime * NOTABLE_PART;
  const rows = sumPackages(analysis).rows.filter(({ selfTime }) => selfTime > 0 && selfTime >= least);
  const shown = rows.slice(0, view.top);
  const pathOf = (path: string): string => shortPath({ path, isFile: true }, view.cwd);
  const ownNote = ({ isOwn, package: name }: (typeof shown)[number]): string => (isOwn && name ? ' (own code)' : '');
  const labels = packageLabels(shown, pathOf).map((label, at) => neutralise(label) + ownNote(shown[at]));
  const names = nameColumn(labels, view);
  return [
    heading(view, 'Packages', 'self, total; who asked for most of it'),
    ...shown.map((row, at) => {
      const { selfTime, totalTime } = row;
      const cells = [
        padStart(formatShare(shareOf(analysis, selfTime)), 7),
        padStart(formatShare(shareOf(analysis, totalTime)), 7),
        padStart(formatValue(analysis.quality, selfTime), 8),
        names[at],
      ];
      const from = describeAsker(analysis, row, (source) => shortPath(source, view.cwd));
      return withPlace(` ${cells.join(' ')}`, from ? `from ${neutralise(from)}` : '', view);
    }),
    ...moreNote(rows.length, view, 'package'),
  ].join('\n');
}
