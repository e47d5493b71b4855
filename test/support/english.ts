import type { Translate } from '../../src/extension/translate.ts';

/** English without VS Code: fills `{0}`, `{1}`… in. */
export const english: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
