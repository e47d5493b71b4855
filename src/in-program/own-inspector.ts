import type Inspector from 'node:inspector';
import { binding, loadModule } from './node-bindings.ts';

/** The inspector through which the recorder samples. */
export interface OwnInspector {
  /** Undefined when it is closed. */
  url(): string | undefined;
  /** Waits until somebody connects and lets the program run. Throws where the inspector is closed. */
  wait(): void;
  close(): void;
}

/** What `node:inspector` is made of: lib/inspector.js and src/inspector_js_api.cc in Node. */
interface InspectorBinding {
  readonly isEnabled: () => boolean;
  readonly open: (port: number, host: string) => void;
  readonly url: () => string | undefined;
  /** False where the inspector is closed. */
  readonly waitForDebugger: () => boolean;
}
const program = process as unknown as { readonly _debugEnd: () => void; readonly moduleLoadList: readonly string[] };

/**
 * Opens the inspector on a free port of this machine alone. Throws where that is not possible. Loading `node:inspector`
 * takes a program 2 ms, and 8 ms while V8 writes its log: what it calls is called without it where that can be.
 */
export function openInspector(): OwnInspector {
  const parts = findBinding();
  if (!parts) {
    const inspector = loadInspector();
    const { url, waitForDebugger, close } = inspector;
    inspector.open(0, '127.0.0.1');
    return { url, wait: waitForDebugger, close };
  }
  const { url, waitForDebugger } = parts;
  const { _debugEnd } = program;
  if (parts.isEnabled())
    throw new Error('Inspector is already activated. Close it with inspector.close() before activating it again.');
  parts.open(0, '127.0.0.1');
  return {
    url: () => url(),
    wait: () => {
      if (!waitForDebugger()) throw new Error('Inspector is not active');
    },
    close: () => _debugEnd.call(process),
  };
}

/** Undefined where Node does not give it, or is not as it is known. */
function findBinding(): InspectorBinding | undefined {
  try {
    const found = binding('inspector') as InspectorBinding;
    const { isEnabled, open, url, waitForDebugger } = found;
    const isKnown = [isEnabled, open, url, waitForDebugger, program._debugEnd].every(
      (one) => typeof one === 'function',
    );
    return isKnown ? found : undefined;
  } catch {
    return undefined;
  }
}

const loadInspector = (): typeof Inspector => loadModule('node:inspector') as typeof Inspector;

/**
 * Keeps the program, which without us has no inspector, from seeing ours and from closing it: the samples would be lost,
 * and Node itself may crash. If a message comes in as the socket is closed, Node's thread of the inspector sends two
 * close frames and frees the socket after the first (`WsHandler::OnCloseFrameWritten` in node/src/inspector_socket.cc).
 */
export function hideInspector(): void {
  // Named as Node's own.
  const url = (): undefined => undefined;
  const _debugEnd = (): void => undefined;
  Object.assign(process, { _debugEnd });
  const parts = findBinding();
  // The module takes them from there when it is loaded.
  if (parts) Object.assign(parts, { url, waitForDebugger: () => false });
  if (parts && !program.moduleLoadList.includes('NativeModule inspector')) return;
  const inspectorWaitForDebugger = (): never => {
    throw Object.assign(new Error('Inspector is not active'), { code: 'ERR_INSPECTOR_NOT_ACTIVE' });
  };
  Object.assign(loadInspector(), { url, close: _debugEnd, waitForDebugger: inspectorWaitForDebugger });
}
