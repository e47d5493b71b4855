import { setTimeout as sleep } from 'node:timers/promises';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import type { LoadMap } from '../scripts/script-texts.ts';

/** Of all maps of a recording together, in bytes: they become a part of it. */
const MOST_BYTES = 96 * 2 ** 20;
const PIECE_BYTES = 2 ** 20;
/** A server that takes longer, in milliseconds, is asked for nothing more: the recording waits for it. */
const PATIENCE_MS = 10_000;
const LATE = Symbol('late');

/**
 * Loads source maps through the page's browser, which reaches what the page does, each once. A map has to be where its script
 * is: a page cannot have its browser ask anybody else. Redirects are followed, so no cookies are sent.
 */
export function pageMaps(connection: InspectorConnection): LoadMap {
  const loaded = new Map<string, Promise<string | undefined>>();
  let left = MOST_BYTES;
  const load = async (url: string): Promise<string | undefined> => {
    const frame = await connection.send('Page.getFrameTree').catch(() => undefined); // a worker has none
    const { resource } = await connection.send('Network.loadNetworkResource', {
      ...(frame && { frameId: frame.frameTree.frame.id }),
      url,
      options: { disableCache: false, includeCredentials: false },
    });
    const { stream: handle, success } = resource;
    if (handle === undefined) return undefined;
    const pieces: Buffer[] = [];
    for (let isOver = !success; !isOver && left > 0;) {
      const { data, base64Encoded, eof } = await connection.send('IO.read', { handle, size: PIECE_BYTES });
      const piece = Buffer.from(data, base64Encoded === true ? 'base64' : 'utf8');
      pieces.push(piece);
      left -= piece.length;
      isOver = eof;
    }
    await connection.send('IO.close', { handle });
    const text = Buffer.concat(pieces).toString('utf8');
    return left > 0 && MAP.test(text) ? text : undefined;
  };
  const loadInTime = async (url: string): Promise<string | undefined> => {
    const text = await Promise.race([load(url).catch(() => undefined), sleep(PATIENCE_MS, LATE, { ref: false })]);
    if (text !== LATE) return text;
    left = 0;
    return undefined;
  };
  return async (script, sourceMapUrl) => {
    const url = besideScript(script, sourceMapUrl);
    if (url === undefined || (left <= 0 && !loaded.has(url))) return undefined;
    const loading = loaded.get(url) ?? loadInTime(url);
    loaded.set(url, loading);
    return loading;
  };
}

/** A server may answer with a page where it has no file. */
const MAP = /^(?:\)\]\}'?[^\n]*\n)?\s*\{/;

/** The url of a map, if it is on the network and at the same place as its script. */
function besideScript(script: string, sourceMapUrl: string): string | undefined {
  if (!URL.canParse(sourceMapUrl, script)) return undefined;
  const { href, origin, protocol } = new URL(sourceMapUrl, script);
  return /^https?:$/.test(protocol) && origin === new URL(script).origin ? href : undefined;
}
