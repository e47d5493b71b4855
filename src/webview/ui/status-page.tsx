import type { Actions } from '../actions.ts';
import type { Status } from '../panel.ts';

const titles = {
  loading: 'Loading',
  empty: 'Nothing to show',
  failed: 'The flame graph cannot be shown',
  ready: '',
} as const;

/** What stands in place of a flame graph, with something to do about it. */
export function StatusPage({ status, actions }: { readonly status: Status; readonly actions: Actions }) {
  const share = status.kind === 'loading' ? status.share : undefined;
  return (
    <div class="status-page" role={status.kind === 'failed' ? 'alert' : 'status'}>
      {status.kind !== 'loading' && <h1>{titles[status.kind]}</h1>}
      <p>{status.kind === 'ready' ? '' : status.message}</p>
      {status.kind === 'loading' && <progress value={share} aria-label={titles.loading} />}
      {status.kind !== 'loading' && actions.canAct && (
        <div class="status-buttons">
          <button type="button" class="button" onClick={actions.profileAgain}>
            Profile again
          </button>
          {status.kind === 'failed' && (
            <button type="button" class="button secondary" onClick={actions.showLog}>
              Show log
            </button>
          )}
        </div>
      )}
    </div>
  );
}
