import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';
/** Colours a text, or leaves it alone where there are no colours. */
export type Painter = (style: Style, text: string) => string;

/** Whether a stream gets colours: NO_COLOR and FORCE_COLOR decide, else whether it is a terminal. */
export function wantsColor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

// Newer Nodes would look at stdout themselves; the decision is made already.
const paint = styleText as (style: Style, text: string, options: { validateStream: boolean }) => string;

export function painter(color: boolean): Painter {
  return color ? (style, text) => paint(style, text, { validateStream: false }) : (_, text) => text;
}
