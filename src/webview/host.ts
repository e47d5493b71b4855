import type { PanelMessage } from '../panel/index.ts';

interface VsCodeApi {
  postMessage(message: PanelMessage): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Whoever holds the panel: VS Code, or the page of an exported file. */
export interface Host extends VsCodeApi {
  /** Whether there is an editor, to show code in and to profile again. */
  readonly hasEditor: boolean;
}

declare const acquireVsCodeApi: (() => VsCodeApi) | undefined;

/** The host around this page; a page that stands on its own copies through the browser, from a file or by https. May be called once only. */
export function connectHost(): Host {
  if (typeof acquireVsCodeApi === 'function') return { hasEditor: true, ...acquireVsCodeApi() };
  return {
    hasEditor: false,
    postMessage: (message) => {
      if (message.type === 'copy') void navigator.clipboard.writeText(message.text);
    },
    getState: () => undefined,
    setState: () => undefined,
  };
}
