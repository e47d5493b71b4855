export interface Token {
  readonly kind: 'number' | 'name' | 'mark';
  readonly text: string;
}

/** Cuts an expression into tokens, character by character. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at;
    if (isDigit(text.charCodeAt(at))) {
      while (isDigit(text.charCodeAt(at))) at++;
      tokens.push({ kind: 'number', text: text.slice(start, at) });
    } else if (isLetter(text.charCodeAt(at))) {
      while (isLetter(text.charCodeAt(at))) at++;
      tokens.push({ kind: 'name', text: text.slice(start, at) });
    } else {
      at++;
      if (text[start] !== ' ') tokens.push({ kind: 'mark', text: text[start] });
    }
  }
  return tokens;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => code >= 97 && code <= 122;
