import { useLayoutEffect, useRef } from 'preact/hooks';
import { Category, categoryNames } from '../../core/index.ts';
import { formatCountOf, formatShare, formatTime } from '../../present/quantities.ts';
import { kindLabels } from '../graph/palette.ts';
import { selfOf } from '../model/function-times.ts';
import { nameOf, type Panel, placeOf } from '../panel.ts';

/** Pixels between pointer and tooltip, and between tooltip and the window's edge. */
const DISTANCE = 14;
const MARGIN = 4;

/** What is under the pointer, in full. */
export function Tooltip({ panel }: { readonly panel: Panel }) {
  const element = useRef<HTMLDivElement>(null);
  const hover = panel.hover.value;
  useLayoutEffect(() => {
    if (element.current && hover) placeBeside(element.current, hover.x, hover.y);
  });
  const model = panel.model.value;
  const flame = panel.flame.value;
  if (!hover || !model || !flame) return null;
  const { tree } = flame;
  const { node } = hover.box;
  const fn = tree.function[node];
  const active = panel.activeTime.value;
  const times = panel.times.value;
  const isChart = panel.view.value === 'chart';
  const isCallers = panel.view.value === 'callers';
  const isKnown = !isCallers && panel.isWhole.value;
  const self = !isKnown ? undefined : selfOf(tree, model.columns['functions.category'], node);
  const place = placeOf(model, fn);
  const category = fn < 0 ? Category.root : model.columns['functions.category'][fn];
  const row = (label: string, time: number, samples?: number) => (
    <>
      <dt>{label}</dt>
      <dd>{formatTime(time)}</dd>
      <dd>{formatShare(time / active)}</dd>
      <dd>{samples === undefined ? '' : formatCountOf(samples, 'sample')}</dd>
    </>
  );
  return (
    <div class="tooltip" ref={element} role="tooltip">
      <div class="tooltip-name">{nameOf(model, fn)}</div>
      <div class="tooltip-place">{place || kindLabels[categoryNames[category]]}</div>
      <dl class="tooltip-times">
        {isChart && row('This call', hover.box.end - hover.box.start)}
        {row(isChart ? 'This stack' : isCallers ? 'From here' : 'Total', tree.totalTime[node], tree.totalSamples[node])}
        {self && row('Self', self.time, self.samples)}
        {fn >= 0 && times && node > 0 && (
          <>
            <dt class="tooltip-part">All calls</dt>
            <dd class="tooltip-part" />
            <dd class="tooltip-part" />
            <dd class="tooltip-part" />
            {row('Total', times.totalTime[fn], times.totalSamples[fn])}
            {row('Self', times.selfTime[fn], times.selfSamples[fn])}
          </>
        )}
      </dl>
      <div class="tooltip-note">
        {isChart ? `at ${formatTime(hover.box.start)} · ` : ''}
        {`per cent of ${formatTime(active)} active time`}
      </div>
    </div>
  );
}

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
