import { RECORDER_SCRIPT } from '../../recording/rendezvous.ts';
import type { InspectorConnection } from './inspector-connection.ts';

/** It has the recorder's name, so that its time is not taken for the program's. */
const named = (code: string): string => `${code}\n//# sourceURL=${RECORDER_SCRIPT}\n`;

/** The value of an expression in the program, also while it spins. Rejects when the program is gone. */
export async function askProgram(connection: InspectorConnection, expression: string): Promise<unknown> {
  const asked = { expression: named(expression), silent: true, returnByValue: true };
  const { result } = await connection.send('Runtime.evaluate', asked);
  return result.value;
}

/**
 * Runs statements in the program, also while it spins, where `this` is an object and `text` what is passed. Gives what they
 * return; undefined where they throw. Rejects when the program is gone.
 */
type CallOnObject = (statements: string, text?: string) => Promise<unknown>;

/**
 * Holds the object that an expression gives, by its id: the program may take away all that leads to it. `withConsole`:
 * whether the expression may use what only consoles have (`require`, `profile`). Undefined where it throws or gives none.
 */
export async function holdObject(
  connection: InspectorConnection,
  expression: string,
  withConsole: boolean,
): Promise<CallOnObject | undefined> {
  const asked = { expression: named(expression), includeCommandLineAPI: withConsole, silent: true };
  const { result: object, exceptionDetails: failure } = await connection.send('Runtime.evaluate', asked);
  const { objectId } = object;
  if (failure !== undefined || objectId === undefined) return undefined;
  return async (statements, text) => {
    const { result, exceptionDetails } = await connection.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: named(`function (text) { ${statements} }`),
      arguments: [{ value: text }],
      silent: true,
      returnByValue: true,
    });
    return exceptionDetails === undefined ? (result.value as unknown) : undefined;
  };
}
