import { type HostMessage, ModelReceiver } from '../panel/index.ts';
import type { Panel } from './panel.ts';

/** What the panel does with each message of the host. */
export function receiveMessages({
  load,
  part,
  recording,
  requests,
  selection,
  changes,
}: Panel): (message: HostMessage) => void {
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
        if (model) shown = load(model);
        return;
      }
      case 'loading':
        return recording.report('loading', message.message);
      case 'empty':
      case 'failed':
        return afterwards(() => recording.report(message.type, message.message));
      case 'highlight':
        return afterwards(() => selection.highlight(message.functions));
      case 'select':
        return afterwards(() => selection.selectFunction(message.function));
      case 'changes':
        return afterwards(() => changes.set(message.changes, message.open));
      case 'requestFailed':
        part.settle();
        return requests.notify(message.message);
    }
  };
}
