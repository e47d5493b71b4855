import type { PanelProps } from '../panel.ts';

const titles = { empty: 'Nothing to show', failed: 'The flame graph cannot be shown' } as const;

/** What stands in place of a flame graph, with something to do about it. */
export function StatusPage({ panel: { recording, requests } }: PanelProps) {
  const status = recording.status.value;
  if (status.kind === 'ready') return null;
  const isLoading = status.kind === 'loading';
  return (
    <div class="status-page" role={status.kind === 'failed' ? 'alert' : 'status'}>
      {!isLoading && <h1>{titles[status.kind]}</h1>}
      <p>{status.message}</p>
      {isLoading && <progress aria-label="Loading" />}
      {!isLoading && requests.hasEditor && (
        <div class="status-buttons">
          <button type="button" class="button" onClick={() => requests.run('profileAgain')}>
            Profile again
          </button>
          {status.kind === 'failed' && (
            <button type="button" class="button secondary" onClick={() => requests.run('showLog')}>
              Show log
            </button>
          )}
        </div>
      )}
    </div>
  );
}
