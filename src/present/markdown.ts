import { neutralise } from './neutralise.ts';

/** Text inside a table, without any markup. */
export const escape = (text: string): string => neutralise(text).replace(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&');

/** A code span: with more back quotes around it than it has inside. */
export function codeSpan(text: string): string {
  const plain = neutralise(text);
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${plain} ${fence}` : `${fence}${plain}${fence}`;
}

/** A code span inside a table, where a bar would end the cell. */
export const code = (text: string): string => codeSpan(text.replaceAll('|', '\\|'));

const LONGEST = 100;

/** A line of source text, as much as a table has room for. */
export const sourceCode = (text: string): string =>
  code(text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
