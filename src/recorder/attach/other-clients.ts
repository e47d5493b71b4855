import { tcpSockets } from './node-processes.ts';

/** The state of a connection that stands, in `/proc/net/tcp`. */
const ESTABLISHED = '01';

/**
 * Is somebody besides us connected to this inspector, such as a debugger? `url`: of its WebSocket. False where the system
 * does not tell: anywhere but on Linux, and for an inspector on another machine.
 */
export async function hasOtherClients(url: string): Promise<boolean> {
  const inspector = Number(new URL(url).port);
  const sockets = await tcpSockets(process.pid);
  return sockets.filter(({ port, state }) => port === inspector && state === ESTABLISHED).length > 1;
}
