import type { Protocol } from 'devtools-protocol';
import type { InspectorConnection } from './inspector-connection.ts';
import type { EvaluateResult } from './recording-session.ts';

const GROUP = 'heatline-console';

/** Evaluates in the program's global scope and shows the value as a debug console does. Never rejects. */
export async function evaluate(connection: InspectorConnection, expression: string): Promise<EvaluateResult> {
  try {
    const { result, exceptionDetails } = await connection.send('Runtime.evaluate', {
      expression,
      objectGroup: GROUP,
      includeCommandLineAPI: true,
      replMode: true,
      awaitPromise: true,
      generatePreview: true,
      silent: true,
    });
    void connection.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => undefined);
    if (exceptionDetails !== undefined) return { ok: false, text: formatException(exceptionDetails) };
    return { ok: true, text: formatValue(result) };
  } catch {
    return { ok: false, text: 'The program has ended: nothing can be evaluated any more.' };
  }
}

function formatException(details: Protocol.Runtime.ExceptionDetails): string {
  const { exception } = details;
  if (exception === undefined) return details.text;
  return exception.description ?? `Uncaught ${formatValue(exception)}`;
}

/** A value as text: strings quoted, objects and arrays by their preview. */
export function formatValue(value: Protocol.Runtime.RemoteObject): string {
  if (value.type === 'string') return quote(String(value.value));
  if (value.type === 'undefined') return 'undefined';
  if (value.type === 'function') return (value.description ?? 'function').split('\n', 1)[0];
  if (value.type !== 'object' || value.subtype === 'null') {
    return value.unserializableValue ?? value.description ?? String(value.value);
  }
  if (value.preview === undefined || value.subtype === 'error' || isOpaque(value.preview)) {
    return value.description ?? 'object';
  }
  return formatPreview(value.preview);
}

function isOpaque(preview: Protocol.Runtime.ObjectPreview): boolean {
  return preview.subtype === 'regexp' || preview.subtype === 'date' || preview.subtype === 'error';
}

function formatPreview(preview: Protocol.Runtime.ObjectPreview): string {
  const isArray = preview.subtype === 'array' || preview.subtype === 'typedarray';
  const items = (preview.entries ?? []).map(formatEntry);
  for (const property of preview.properties) {
    // A preview of a map or a set repeats its size, which the name shows already.
    if (preview.entries !== undefined && property.name === 'size') continue;
    const isIndex = isArray && /^\d+$/.test(property.name);
    items.push(isIndex ? formatProperty(property) : `${formatKey(property.name)}: ${formatProperty(property)}`);
  }
  if (preview.overflow) items.push('…');
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  const plain = preview.description === 'Object' || (isArray && /^Array\(\d+\)$/.test(preview.description ?? ''));
  const name = plain ? '' : `${preview.description ?? ''} `;
  return items.length === 0 ? `${name}${open}${close}` : `${name}${open} ${items.join(', ')} ${close}`;
}

function formatEntry(entry: Protocol.Runtime.EntryPreview): string {
  const value = formatNested(entry.value);
  return entry.key === undefined ? value : `${formatNested(entry.key)} => ${value}`;
}

function formatNested(preview: Protocol.Runtime.ObjectPreview): string {
  if (preview.type === 'string') return quote(preview.description ?? '');
  if (preview.type !== 'object' || preview.subtype === 'null' || isOpaque(preview)) return preview.description ?? '';
  return formatPreview(preview);
}

function formatProperty(property: Protocol.Runtime.PropertyPreview): string {
  if (property.valuePreview !== undefined && !isOpaque(property.valuePreview)) {
    return formatPreview(property.valuePreview);
  }
  if (property.type === 'string') return quote(property.value ?? '');
  if (property.type === 'function') return 'ƒ';
  if (property.type === 'accessor') return '(…)';
  return property.value ?? '';
}

function formatKey(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quote(name);
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
}
