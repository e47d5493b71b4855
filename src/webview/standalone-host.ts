import { decodeModel } from '../export/html/embedded-model.ts';
import type { PanelModel } from '../panel/index.ts';
import type { Host } from './host.ts';

const STATE_KEY = 'heatline';

/** The host of a page that stands on its own: keeps the state for the tab, copies through the browser: from a file or by https. */
export function createStandaloneHost(): Host {
  return {
    hasEditor: false,
    send: (message) => {
      if (message.type === 'copy') void navigator.clipboard.writeText(message.text);
    },
    listen: () => undefined,
    loadState: () => {
      try {
        return JSON.parse(sessionStorage.getItem(STATE_KEY) ?? 'null') as unknown;
      } catch {
        return undefined; // storage is off for this page: it starts fresh
      }
    },
    saveState: (state) => {
      try {
        sessionStorage.setItem(STATE_KEY, JSON.stringify(state));
      } catch {
        // storage is off or full: the view is not kept, nothing else is lost
      }
    },
  };
}

/** The model that the page carries; undefined when it carries none. */
export function loadEmbeddedModel(): Promise<PanelModel | undefined> {
  return decodeModel(document, (packed) => {
    const binary = atob(packed);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
  });
}
