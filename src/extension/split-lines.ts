/** The lines of a text as an editor counts them. JavaScript ends lines at U+2028 and U+2029 too, VS Code does not. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/);
