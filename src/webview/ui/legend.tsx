import { toCss } from '../graph/colour.ts';
import { heatRamps, kinds, shownKinds } from '../graph/palette.ts';
import type { PanelProps } from '../panel.ts';

/** What the colours mean. */
export function Legend({ panel }: PanelProps) {
  const { colouring } = panel.preferences.current.value;
  const shade = panel.picture.isDark.value ? 'dark' : 'light';
  if (colouring === 'file') return null;
  if (colouring === 'heat') {
    return (
      <span class="legend" aria-hidden="true">
        <span>self time</span>
        <span class="legend-ramp">
          {heatRamps[shade].map((colour) => (
            <i key={colour} style={{ background: toCss(colour) }} />
          ))}
        </span>
      </span>
    );
  }
  return (
    <span class="legend" aria-hidden="true">
      {shownKinds.map((kind) => (
        <span key={kind} class="legend-kind">
          <i style={{ background: toCss(kinds[kind][shade]) }} />
          {kinds[kind].label}
        </span>
      ))}
    </span>
  );
}
