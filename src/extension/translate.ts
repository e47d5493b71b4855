/** The shape of `vscode.l10n.t`, so that texts can be built (and tested) where there is no VS Code. */
export type Translate = (message: string, ...args: (string | number | boolean)[]) => string;
