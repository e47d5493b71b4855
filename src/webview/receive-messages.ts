import { type HostMessage, ModelReceiver, type Received } from '../panel/index.ts';
import type { Actions } from './actions.ts';
import type { Host } from './host.ts';

import type { Panel } from './panel.ts';
import { parseSavedState } from './settings.ts';

/** Milliseconds that a failure stays on screen. */
const NOTICE_TIME = 6000;

/** What the panel does with each message of the host. */
export function receiveMessages(panel: Panel, actions: Actions, host: Host): (message: HostMessage) => void {
  const receiver = new ModelReceiver();
  const take = (received: Received | undefined): void => {
    if (received?.kind === 'complete')
      panel.showModel(received.model, parseSavedState(host.loadState()), received.completion);
    else if (received?.kind === 'broken') panel.status.value = { kind: 'failed', message: received.message };
    else if (received?.kind === 'partial') showProgress(panel, received.share);
  };
  const notify = (text: string): void => {
    panel.notice.value = text;
    setTimeout(() => {
      if (panel.notice.value === text) panel.notice.value = '';
    }, NOTICE_TIME);
  };
  return (message) => {
    switch (message.type) {
      case 'modelStart':
      case 'modelPiece':
      case 'modelComplete':
        return take(receiver.receive(message));
      case 'loading':
        panel.status.value = { kind: 'loading', message: message.message };
        return;
      case 'empty':
      case 'failed':
        return panel.whenShown(() => (panel.status.value = { kind: message.type, message: message.message }));
      case 'highlight':
        return panel.whenShown(() => (panel.highlighted.value = message.functions));
      case 'focus':
        return panel.whenShown(() => actions.selectFunction(message.function));
      case 'replyError':
        return notify(message.message);
      case 'replyOk':
        return;
    }
  };
}

/** A model that comes while another is shown replaces it when it is complete: nothing flickers in between. */
function showProgress(panel: Panel, share: number): void {
  const status = panel.status.peek();
  if (status.kind === 'ready' && panel.model.peek()) return;
  const message = status.kind === 'loading' ? status.message : 'Loading the recording…';
  panel.status.value = { kind: 'loading', message, share };
}
