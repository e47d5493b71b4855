import { neutralise } from './neutralise.ts';

/** Text inside a table, without any markup. */
export const escape = (text: string): string => neutralise(text).replace(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&');

/** A code span: with more back quotes around it than it has inside. A bar ends a table's cell even there. */
export function code(text: string): string {
  const plain = neutralise(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${plain} ${fence}` : `${fence}${plain}${fence}`;
}

const LONGEST = 100;

/** A line of source text, as much as a table has room for. */
export const sourceCode = (text: string): string =>
  code(text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
