import type Inspector from 'node:inspector';
import type { Addon } from './frame-repair/frame-repair.ts';
import { muteStderr } from './mute-stderr.ts';
import { loadModule } from './node-bindings.ts';
import { replace } from './replace.ts';

/** Loaded before V8's flags are changed: V8 then takes no cached code, and compiles Node's part of the inspector for some 10 ms. */
const loadInspector = (): typeof Inspector => loadModule('node:inspector') as typeof Inspector;

/** The inspector through which the recorder samples. */
export type OwnInspector = ReturnType<typeof openInspector>;

/**
 * Opens the inspector on a free port of this machine alone; throws where that is not possible. One that is open already
 * (`--inspect`) is the program's and is shared. `url` is undefined when it is closed. `wait`: until somebody connects and lets
 * the program run; throws where it is closed. `leave`: nobody samples any more. `end`: the program is about to end, and is not
 * to say that it waits for the recorder. With `addon` closing it does not wait for the recorder's system to confirm what was
 * said before.
 */
export function openInspector(addon: Addon | undefined) {
  const inspector = loadInspector();
  const { url, waitForDebugger: wait, close } = inspector;
  if (url() !== undefined) {
    const end = (): void => void muteStderr(addon);
    return { url, wait, isShared: true, leave: () => undefined, end };
  }
  inspector.open(0, '127.0.0.1');
  // Node tells its reason on standard error alone, which is muted.
  const opened = url();
  if (opened === undefined) throw new Error('Node could not listen there, as when it may open no more files');
  addon?.sendAtOnce(portOf(opened));
  return { url, wait, isShared: false, leave: close, end: close };
}

const portOf = (url: string): number => Number(/:(\d+)\//.exec(url)?.[1]);

/**
 * Keeps the program, which without us has no inspector, from seeing ours and from closing it: the samples would be lost,
 * and Node itself may crash. If a message comes in as the socket is closed, Node's thread of the inspector sends two
 * close frames and frees the socket after the first (`WsHandler::OnCloseFrameWritten` in node/src/inspector_socket.cc). Gives what
 * puts all back.
 */
export function hideInspector(): (() => void)[] {
  const inspector = loadInspector();
  const { url: ownUrl } = inspector;
  // Named as Node's own. From version 5 on vitest gives modules their source maps only where an inspector is open: the lines of its
  // tests would be unknown.
  const url = (): string | undefined => (process.env.VITEST === undefined ? undefined : ownUrl());
  const _debugEnd = (): void => undefined;
  const inspectorWaitForDebugger = (): never => {
    throw Object.assign(new Error('Inspector is not active'), { code: 'ERR_INSPECTOR_NOT_ACTIVE' });
  };
  // Node would throw, since ours is open; it leaves that one to the program.
  const inspectorOpen = (): Disposable => ({ [Symbol.dispose]: _debugEnd });
  return [
    replace(inspector, 'url', url),
    replace(inspector, 'open', inspectorOpen),
    replace(inspector, 'close', _debugEnd),
    replace(inspector, 'waitForDebugger', inspectorWaitForDebugger),
    replace(process, '_debugEnd', _debugEnd),
  ];
}
