import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import type { EvaluateResult } from '../recording-session.ts';

/**
 * Evaluates in the program's global scope and shows the value as its own `util.inspect` does, also while the program spins: a promise
 * is not waited for. Never rejects.
 */
export async function evaluate(connection: InspectorConnection, expression: string): Promise<EvaluateResult> {
  // `{ a: 1 }` is meant as an object, as in every console.
  const meant = /^\s*\{[^]*\}\s*$/.test(expression) ? `(${expression})` : expression;
  try {
    const { result, exceptionDetails } = await connection.send('Runtime.evaluate', {
      expression: `require('node:util').inspect((0, eval)(${JSON.stringify(meant)}))`,
      includeCommandLineAPI: true,
      silent: true,
    });
    if (exceptionDetails === undefined) return { ok: true, text: String(result.value) };
    return { ok: false, text: exceptionDetails.exception?.description ?? exceptionDetails.text };
  } catch {
    return { ok: false, text: 'The program has ended: nothing can be evaluated any more.' };
  }
}
