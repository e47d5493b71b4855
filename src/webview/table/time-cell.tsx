import { formatCountOf, formatShare, formatTime } from '../../present/quantities.ts';
import type { Panel } from '../panel.ts';

interface Props {
  readonly panel: Panel;
  readonly kind: 'selfTime' | 'totalTime';
  /** Microseconds; NaN where unknown. */
  readonly time: number;
  readonly samples?: number;
}

/** A time, its share of the active time, and a bar as long as that share. */
export function TimeCell({ panel, kind, time, samples }: Props) {
  const share = panel.shownTree.activeTime.value > 0 ? time / panel.shownTree.activeTime.value : 0;
  return (
    <span
      class={`cell cell-time cell-${kind}`}
      role="gridcell"
      title={samples === undefined ? undefined : formatCountOf(samples, 'sample')}
    >
      {share > 0 && <i class="bar" style={{ width: `${Math.min(100, share * 100)}%` }} />}
      <span class="cell-ms">{formatTime(time)}</span>
      <span class="cell-share">{formatShare(share)}</span>
    </span>
  );
}
