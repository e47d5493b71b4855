import { type HostMessage, ModelReceiver } from '../panel/index.ts';
import type { Host } from './host.ts';
import type { Panel } from './panel.ts';

/** Does what VS Code tells the panel, from now on. */
export function receiveMessages(panel: Panel, host: Host): void {
  const receiver = new ModelReceiver();
  /** When the recording that was received last is shown, of which the other messages are. */
  let shown = Promise.resolve();
  const afterwards = (act: () => void): void => void shown.then(act);
  const receive = (message: HostMessage): void => {
    switch (message.type) {
      case 'modelStart':
      case 'modelPiece':
      case 'modelComplete': {
        const model = receiver.receive(message);
        if (model) shown = panel.load(model);
        return;
      }
      case 'loading':
        return panel.recording.report('loading', message.message);
      case 'empty':
      case 'failed':
        return afterwards(() => panel.recording.report(message.type, message.message));
      case 'select':
        return afterwards(() => panel.selection.selectFunction(message.function));
      case 'changes':
        return afterwards(() => {
          panel.changes.set(message.changes);
          if (message.open) panel.preferences.set({ colouring: 'change' });
        });
      case 'requestFailed':
        panel.part.settle();
        return panel.requests.notify(message.message);
    }
  };
  window.addEventListener('message', (event: MessageEvent<HostMessage>) => {
    if (event.data && typeof event.data.type === 'string') receive(event.data);
  });
  host.postMessage({ type: 'ready' });
}
