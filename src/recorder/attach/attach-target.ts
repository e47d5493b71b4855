import { RecordingError } from '../../recording/index.ts';

/** A running program to attach to: by its inspector, or by its process. */
export type AttachTarget =
  | { readonly kind: 'port'; readonly host: string; readonly port: number }
  /** The inspector's websocket. */
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'process'; readonly pid: number }
  /** A port of this machine or a process: whichever there is. */
  | { readonly kind: 'number'; readonly number: number };

/**
 * Reads `9229` (port or process), `:9229`, `localhost:9229`, `ws://…` or `pid:4711`. Throws a {@link RecordingError}
 * (`attach-target-invalid`) for anything else.
 */
export function parseAttachTarget(text: string): AttachTarget {
  const written = text.trim();
  if (/^ws:\/\/[^/\s]+\/\S+$/.test(written)) return { kind: 'url', url: written };
  const [, pid] = /^pid:(\d+)$/i.exec(written) ?? [];
  if (pid !== undefined && Number(pid) > 0) return { kind: 'process', pid: Number(pid) };
  if (/^\d+$/.test(written) && Number(written) > 0) return { kind: 'number', number: Number(written) };
  const [, host = '', port] = /^(?:http:\/\/)?(\[[\da-f:.]+\]|[\w.-]*):(\d+)\/?$/i.exec(written) ?? [];
  if (port !== undefined && isPort(Number(port))) {
    return { kind: 'port', host: host === '' ? LOOPBACK : host, port: Number(port) };
  }
  throw new RecordingError(
    'attach-target-invalid',
    `"${text}" is neither an inspector nor a process: write 9229, host:9229, a ws:// address, or pid:4711.`,
  );
}

/** Where inspectors listen by default. */
export const LOOPBACK = '127.0.0.1';

/** Whether a number can be a TCP port. */
export const isPort = (number: number): boolean => number > 0 && number < 65_536;
