import { readFile } from 'node:fs/promises';

/** The state of a connection that stands, in `/proc/net/tcp`. */
const ESTABLISHED = '01';

/**
 * Is somebody besides us connected to this inspector, such as a debugger? `url`: of its WebSocket. False where the system
 * does not tell: anywhere but on Linux, and for an inspector on another machine.
 */
export async function hasOtherClients(url: string): Promise<boolean> {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'latin1').catch(() => '')),
  );
  return countConnections(tables.join('\n'), port) > 1;
}

/** Connections of which the server's end has this port (four hexadecimal digits), by the text of `/proc/net/tcp`. */
export function countConnections(table: string, port: string): number {
  const ends = table.split('\n').map((row) => row.trim().split(/\s+/));
  return ends.filter(([, local = '', , state]) => state === ESTABLISHED && local.endsWith(`:${port}`)).length;
}
