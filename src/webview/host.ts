import type { HostMessage, PanelMessage } from '../panel/index.ts';

/** Whoever holds the panel: VS Code, or the page of an exported file. */
export interface Host {
  /** Whether there is an editor, to show code in and to profile again. */
  readonly hasEditor: boolean;
  send(message: PanelMessage): void;
  listen(receive: (message: HostMessage) => void): void;
  loadState(): unknown;
  saveState(state: unknown): void;
}

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare const acquireVsCodeApi: (() => VsCodeApi) | undefined;

/** The VS Code around this page; undefined in a page of its own. May be called once only. */
export function connectVsCode(): Host | undefined {
  if (typeof acquireVsCodeApi !== 'function') return undefined;
  const api = acquireVsCodeApi();
  return {
    hasEditor: true,
    send: (message) => api.postMessage(message),
    listen: (receive) => {
      window.addEventListener('message', (event: MessageEvent<HostMessage>) => {
        if (event.data && typeof event.data.type === 'string') receive(event.data);
      });
      api.postMessage({ type: 'ready' } satisfies PanelMessage);
    },
    loadState: () => api.getState(),
    saveState: (state) => api.setState(state),
  };
}
