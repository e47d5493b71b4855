import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Measured } from '../../core/index.ts';
import {
  formatActive,
  formatSamples,
  formatShare,
  formatTime,
  formatValue,
  wholeLabel,
} from '../../present/quantities.ts';
import { headingOf } from '../model/flame.ts';
import { selfOf } from '../model/function-times.ts';
import type { MergedTree } from '../model/merged-tree.ts';
import type { Box } from '../model/spans.ts';
import { laneLabelOf, nameOf, placeOf } from '../names.ts';
import type { ShownProps } from '../panel.ts';
import { Changed } from './details.tsx';
import type { View } from '../state/preferences.ts';

/** Pixels between pointer and tooltip, and between tooltip and the window's edge. */
const DISTANCE = 14;
const MARGIN = 4;

/** What is under the pointer, in full. */
export function Tooltip({ panel, tables }: ShownProps) {
  const element = useRef<HTMLDivElement>(null);
  const hover = panel.selection.hover.value;
  useLayoutEffect(() => {
    if (element.current && hover) placeBeside(element.current, hover.x, hover.y);
  });
  const flame = panel.flame.value;
  if (!hover || !flame) return null;
  const { tree } = flame;
  const { quality } = tables.header;
  const heading = headingOf(flame, hover.box);
  const fn = tree.function[hover.box.node];
  const isChart = panel.preferences.view.value === 'chart';
  return (
    <div class="tooltip" ref={element} role="tooltip">
      <div class="tooltip-name">{heading ? laneLabelOf(tables, heading.thread) : nameOf(tables, fn)}</div>
      <div class="tooltip-place">
        {heading ? activeFor(quality, hover.box.end - hover.box.start) : placeOf(tables, fn)}
      </div>
      {!heading && <Times panel={panel} tables={tables} tree={tree} box={hover.box} />}
      {!heading && <Changed panel={panel} fn={fn} />}
      <div class="tooltip-note">
        {isChart ? `at ${formatValue(quality, (flame.axisStart ?? 0) + hover.box.start)} · ` : ''}
        {`per cent of ${formatValue(quality, panel.shownTree.activeTime.value)} ${wholeLabel(quality)}`}
      </div>
    </div>
  );
}

const activeFor = (quality: Measured, time: number): string =>
  quality.value ? formatActive(quality, time) : `active for ${formatTime(time)}`;

function Times({ panel, tables, tree, box }: ShownProps & { readonly tree: MergedTree; readonly box: Box }) {
  const { preferences, shownTree } = panel;
  const view = preferences.view.value;
  const times = shownTree.times.value;
  const { node } = box;
  const fn = tree.function[node];
  const isKnown = view !== 'callers' && shownTree.isWhole.value;
  const self = isKnown ? selfOf(tree, tables.columns['functions.category'], node) : undefined;
  const row = (label: string, time: number, samples?: number) => (
    <>
      <dt>{label}</dt>
      <dd>{formatValue(tables.header.quality, time)}</dd>
      <dd>{formatShare(time / shownTree.activeTime.value)}</dd>
      <dd>{samples === undefined ? '' : formatSamples(tables.header.quality, samples)}</dd>
    </>
  );
  return (
    <dl class="tooltip-times">
      {view === 'chart' && row('This call', box.end - box.start)}
      {row(totalLabels[view], tree.totalTime[node], tree.totalSamples[node])}
      {self && row('Self', self.time, self.samples)}
      {fn >= 0 && times && node > 0 && (
        <>
          <dt class="tooltip-part">All calls</dt>
          {row('Total', times.totalTime[fn], times.totalSamples[fn])}
          {row('Self', times.selfTime[fn], times.selfSamples[fn])}
        </>
      )}
    </dl>
  );
}

const totalLabels: Readonly<Record<View, string>> = { graph: 'Total', chart: 'This stack', callers: 'From here' };

/** Below and right of the pointer where there is room, else on the other side; never outside the window. */
function placeBeside(element: HTMLElement, x: number, y: number): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const right = window.innerWidth - width - MARGIN;
  const bottom = window.innerHeight - height - MARGIN;
  const left = x + DISTANCE <= right ? x + DISTANCE : x - DISTANCE - width >= MARGIN ? x - DISTANCE - width : right;
  const top = y + DISTANCE <= bottom ? y + DISTANCE : y - DISTANCE - height >= MARGIN ? y - DISTANCE - height : bottom;
  element.style.left = `${Math.max(MARGIN, left)}px`;
  element.style.top = `${Math.max(MARGIN, top)}px`;
}
