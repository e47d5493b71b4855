import type { Protocol } from 'devtools-protocol';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import type { EvaluateResult } from '../recording-session.ts';

const GROUP = 'heatline-console';

/** Evaluates in the program's global scope and shows the value as a debug console does. Never rejects. */
export async function evaluate(connection: InspectorConnection, expression: string): Promise<EvaluateResult> {
  try {
    const answer = await evaluateText(connection, expression);
    const { result, exceptionDetails } = answer;
    const failure = exceptionDetails && (exceptionDetails.exception?.description ?? exceptionDetails.text);
    const text = failure ?? (await inspect(connection, result));
    void connection.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => undefined);
    return { ok: failure === undefined, text };
  } catch {
    return { ok: false, text: 'The program has ended: nothing can be evaluated any more.' };
  }
}

type Answer = Protocol.Runtime.EvaluateResponse;

/** `{ a: 1 }` is meant as an object, as in every console; what is none then is tried as a statement. */
async function evaluateText(connection: InspectorConnection, expression: string): Promise<Answer> {
  if (!/^\s*\{[^]*\}\s*$/.test(expression)) return evaluateAs(connection, expression);
  const answer = await evaluateAs(connection, `(${expression})`);
  const isStatement = answer.exceptionDetails?.exception?.className === 'SyntaxError';
  return isStatement ? evaluateAs(connection, expression) : answer;
}

async function evaluateAs(connection: InspectorConnection, expression: string): Promise<Answer> {
  const answer = await connection.send('Runtime.evaluate', {
    expression,
    objectGroup: GROUP,
    includeCommandLineAPI: true,
    silent: true,
    // Top-level await and declarations that can be repeated. Not always: it answers from the microtask queue, which
    // does not turn while the program spins.
    replMode: /\b(await|let|const|class)\b/.test(expression),
  });
  const { objectId, subtype } = answer.result;
  if (subtype !== 'promise' || objectId === undefined) return answer;
  return connection.send('Runtime.awaitPromise', { promiseObjectId: objectId });
}

/** The value as the program's own `util.inspect` shows it, which knows classes, maps, dates and depth. */
async function inspect(connection: InspectorConnection, value: Protocol.Runtime.RemoteObject): Promise<string> {
  const { objectId } = value;
  if (value.type === 'string') return quote(String(value.value));
  if (objectId === undefined) return value.unserializableValue ?? value.description ?? String(value.value);
  const inspector = await evaluateAs(connection, "require('node:util').inspect");
  const { result, exceptionDetails } = await connection.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: 'function (inspect) { return inspect(this); }',
    arguments: [{ objectId: inspector.result.objectId }],
    silent: true,
  });
  return exceptionDetails === undefined ? String(result.value) : (value.description ?? value.type);
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
}
