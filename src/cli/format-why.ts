import { isAbsolute } from 'node:path';
import { type Analysis, findWhy, type Remark } from '../core/index.ts';
import { placeLabel } from '../present/names.ts';
import { explainRemark } from '../present/why.ts';
import { isOwn } from '../export/markdown.ts';
import { heading, paragraph, placeOf, type ReportView, shortPath } from './report-view.ts';
import { neutralise } from './text.ts';

/** Why the program, its functions and its lines are slow, where there is something to say; empty elsewhere. */
export function formatWhy(analysis: Analysis, view: ReportView): string {
  const { lines, functions } = analysis;
  const isShown = ({ line, function: fn = lines.function[line ?? -1] }: Remark): boolean =>
    fn === undefined || view.all || isOwn(analysis, fn);
  const place = (row: number): string => placeOf(analysis, lines.source[row], lines.line[row], view.cwd);
  const placeNamed = (file: string, at: number): string =>
    placeLabel(shortPath({ path: file, isFile: isAbsolute(file) }, view.cwd), at);
  const placeOfRemark = ({ line, function: fn }: Remark): string => {
    if (line !== undefined) return `${place(line)}: `;
    return fn === undefined ? '' : `${placeOf(analysis, functions.source[fn], functions.line[fn], view.cwd)}: `;
  };
  const told = findWhy(analysis)
    .filter(isShown)
    .flatMap((remark) => {
      const text = explainRemark(analysis, remark, { place: placeNamed });
      return paragraph(neutralise(placeOfRemark(remark) + text), view);
    });
  return told.length === 0 ? '' : [heading(view, 'Why', 'what V8 tells of what is slow'), ...told].join('\n');
}
