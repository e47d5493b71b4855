// Sucrase publishes no types for its parser; only what is used here is declared.
declare module 'sucrase/dist/parser/index.js' {
  export interface Token {
    readonly type: number;
    readonly contextualKeyword: number;
    readonly start: number;
    readonly end: number;
    readonly isType: boolean;
  }
  export function parse(
    input: string,
    isJSXEnabled: boolean,
    isTypeScriptEnabled: boolean,
    isFlowEnabled: boolean,
  ): { readonly tokens: Token[] };
}
