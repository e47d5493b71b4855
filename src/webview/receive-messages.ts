import { type HostMessage, ModelReceiver } from '../panel/index.ts';
import type { Panel } from './panel.ts';

/** What the panel does with each message of the host. */
export function receiveMessages(panel: Panel): (message: HostMessage) => void {
  const receiver = new ModelReceiver();
  /** When the recording that was received last is shown, of which the other messages are. */
  let shown = Promise.resolve();
  const afterwards = (act: () => void): void => void shown.then(act);
  return (message) => {
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
}
