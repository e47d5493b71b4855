import { useMemo, useRef } from 'preact/hooks';
import type { PanelChanges } from '../../panel/index.ts';
import { describeStack, signOf } from '../../present/changes.ts';
import { wholeLabel } from '../../present/quantities.ts';
import type { PanelProps } from '../panel.ts';
import { type ChangeBox, layoutChanges, strengthOf } from './layout-changes.ts';

const ROW_HEIGHT = 20;

interface GraphProps extends PanelProps {
  readonly data: PanelChanges;
}

/** The differential flame graph: as many boxes as can be seen, each an element, so that keys and screen readers reach them. */
export function ChangesGraph({ panel, data }: GraphProps) {
  const { changes } = panel;
  const graph = useRef<HTMLDivElement>(null);
  const [by, zoomed, selected] = [changes.widthBy.value, changes.zoomed.value, changes.selected.value];
  const boxes = useMemo(() => layoutChanges(data.nodes, by, zoomed), [data, by, zoomed]);
  const rows = boxes.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const focusOn = (node: number): void => {
    changes.select(node);
    requestAnimationFrame(() => graph.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = boxes.findIndex(({ node }) => node === selected);
    const next = at < 0 ? boxes[0] : neighbour(boxes, data.nodes, boxes[at], event.key);
    if (event.key === 'Enter' || event.key === ' ') changes.zoomTo(selected);
    else if (event.key === 'Escape' || event.key === '0') changes.zoomTo(0);
    else if (next) focusOn(next.node);
    else return;
    event.preventDefault();
  };
  const reachable = boxes.some(({ node }) => node === selected) ? selected : zoomed;
  return (
    <div class="changes-graph" ref={graph} role="tree" aria-label="Differential flame graph" onKeyDown={onKeyDown}>
      <div class="changes-boxes" style={{ height: `${rows * ROW_HEIGHT}px` }}>
        {boxes.map((box) => (
          <BoxOf key={box.node} box={box} panel={panel} data={data} isReachable={box.node === reachable} />
        ))}
      </div>
    </div>
  );
}

interface BoxProps extends GraphProps {
  readonly box: ChangeBox;
  readonly isReachable: boolean;
}

function BoxOf({ box, panel, data, isReachable }: BoxProps) {
  const { changes, requests } = panel;
  const node = data.nodes[box.node];
  const fn = data.functions.at(node.function);
  const name = node.function < 0 || !fn ? `All ${wholeLabel(node)}` : fn.name;
  const strength = strengthOf(node);
  const text = `${name}: ${describeStack(node, data.runs)}`;
  const place = { left: `${box.left * 100}%`, width: `${box.width * 100}%`, top: `${box.row * ROW_HEIGHT}px` };
  return (
    <div
      class={`change-box ${strength > 0 ? `${node.verdict}-${strength}` : ''} ${isReachable ? 'selected' : ''}`}
      role="treeitem"
      aria-level={box.row + 1}
      aria-selected={isReachable}
      aria-label={text}
      tabIndex={isReachable ? 0 : -1}
      title={[text, node.function < 0 ? '' : fn?.place].filter(Boolean).join('\n')}
      style={{ ...place, '--strength': `${strength * 14}%` }}
      onMouseEnter={() => changes.select(box.node)}
      onClick={() => fn?.row !== undefined && node.function >= 0 && requests.reveal(fn.row, { keepLayout: true })}
      onDblClick={() => changes.zoomTo(box.node)}
    >
      {strength > 0 ? `${signOf(node.verdict)} ${name}` : name}
    </div>
  );
}

/** Where an arrow key leads: to the caller, to the widest that is called, or to what stands beside. */
function neighbour(
  boxes: readonly ChangeBox[],
  nodes: PanelChanges['nodes'],
  from: ChangeBox,
  key: string,
): ChangeBox | undefined {
  const row = boxes.filter((box) => box.row === from.row).sort((a, b) => a.left - b.left);
  const at = row.indexOf(from);
  const keys: Record<string, ChangeBox | undefined> = {
    ArrowUp: boxes.find(({ node }) => node === nodes[from.node].parent),
    ArrowDown: boxes.find(({ node }) => nodes[node].parent === from.node),
    ArrowLeft: at > 0 ? row[at - 1] : undefined,
    ArrowRight: row.at(at + 1),
  };
  return keys[key];
}
