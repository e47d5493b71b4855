/** A text with plain spaces where figures have no-break ones, for comparing it with what is written in a test. */
export const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
