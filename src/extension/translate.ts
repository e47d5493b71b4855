/** The shape of `vscode.l10n.t`, so that texts can be built (and tested) where there is no VS Code. */
export type Translate = (message: string, ...args: (string | number | boolean)[]) => string;

/** English, for tests: fills `{0}`, `{1}`… in. */
export const english: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
