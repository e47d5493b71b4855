import { setPrototypeOf } from './own-builtins.ts';

const { defineProperty, getOwnPropertyDescriptor } = Object;
const { deleteProperty } = Reflect;

/**
 * Puts a value in the place of a property of the program's. Gives what puts the property back as it was, which leaves alone
 * what the program itself has put there since.
 */
export function replace(target: object, name: string | symbol, value: unknown): () => void {
  const before = getOwnPropertyDescriptor(target, name);
  // The program may give all objects a `get`, which would make it another descriptor.
  if (before) setPrototypeOf(before, null);
  defineProperty(target, name, { value, configurable: true, writable: true, enumerable: before?.enumerable === true });
  return () => {
    if (getOwnPropertyDescriptor(target, name)?.value !== value) return;
    if (before) defineProperty(target, name, before);
    else deleteProperty(target, name);
  };
}
