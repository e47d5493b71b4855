import { RECORDER_SCRIPT } from '../recording/rendezvous.ts';
import type { InspectorConnection } from './inspector-connection.ts';

/**
 * The value of an expression in the program, also while it spins. It has the recorder's name, so that its time is not taken
 * for the program's. Rejects when the program is gone.
 */
export async function askProgram(connection: InspectorConnection, expression: string): Promise<unknown> {
  const named = `${expression}\n//# sourceURL=${RECORDER_SCRIPT}`;
  const { result } = await connection.send('Runtime.evaluate', {
    expression: named,
    silent: true,
    returnByValue: true,
  });
  return result.value;
}
