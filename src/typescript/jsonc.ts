/** JSON with comments and trailing commas, as tsconfig files are written. Throws a SyntaxError like `JSON.parse`. */
export function parseJsonc(text: string): unknown {
  const token = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*[}\]])/g;
  return JSON.parse(text.replace(/^\uFEFF/, '').replace(token, (match) => (match.startsWith('"') ? match : ' ')));
}
