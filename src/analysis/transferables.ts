/** The buffers of every typed array in a value of plain objects, each once; shared memory and WebAssembly's stay out. */
export function transferables(value: object): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const waiting: object[] = [value];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (ArrayBuffer.isView(next)) {
      if (next.buffer instanceof ArrayBuffer) buffers.add(next.buffer);
    } else if (!isFlatArray(next)) {
      for (const part of Object.values(next) as unknown[])
        if (typeof part === 'object' && part !== null) waiting.push(part);
    }
  }
  return [...buffers];
}

/** Long tables of strings or numbers hold no buffers and need no look at each row. */
const isFlatArray = (value: object): boolean => Array.isArray(value) && typeof value[0] !== 'object';
