/** Not what a program may put in its place. */
const ownProcess = process;

/**
 * A part of Node below its modules, as Node's own JavaScript has it. Throws where Node keeps it locked (its permission
 * model, newer versions). `process.binding` warns where somebody asks Node to warn of all that is out of date.
 */
export function binding(name: string): unknown {
  const node = process as unknown as { binding(name: string): unknown; noDeprecation?: boolean };
  const before = Object.getOwnPropertyDescriptor(process, 'noDeprecation');
  node.noDeprecation = true;
  try {
    return node.binding(name);
  } finally {
    if (before) Object.defineProperty(process, 'noDeprecation', before);
    else delete node.noDeprecation;
  }
}

/**
 * A module of Node's that nearly no program needs, loaded now: each costs a program up to 8 ms while V8 writes its log.
 * Not by `createRequire`, whose own module costs one of them. Versions before 20.16 have only the `require` of the bundle's module.
 */
export function loadModule(name: string): unknown {
  return typeof ownProcess.getBuiltinModule === 'function'
    ? ownProcess.getBuiltinModule(name)
    : (module.require(name) as unknown);
}
