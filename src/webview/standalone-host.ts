import { decodeModel } from '../export/html/embedded-model.ts';
import type { PanelModel } from '../panel/index.ts';
import type { Host } from './host.ts';

/** The host of a page that stands on its own: copies through the browser, from a file or by https. */
export function createStandaloneHost(): Host {
  return {
    hasEditor: false,
    send: (message) => {
      if (message.type === 'copy') void navigator.clipboard.writeText(message.text);
    },
    listen: () => undefined,
    loadState: () => undefined,
    saveState: () => undefined,
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
