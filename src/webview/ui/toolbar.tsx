import { amountLabel, formatCount, formatShare, wholeLabel } from '../../present/quantities.ts';
import { keyHelp } from '../graph/keyboard.ts';
import { focusedFunction } from '../model/merged-tree.ts';
import type { SearchResult } from '../model/search.ts';
import { laneLabelOf, nameOf } from '../names.ts';
import type { PanelProps, ShownProps } from '../panel.ts';
import type { Colouring, View } from '../state/preferences.ts';
import { Choices } from './choices.tsx';
import { Icon, IconButton, Link } from './buttons.tsx';

const viewNames = (amount: string): Readonly<Record<View, readonly [short: string, full: string]>> => ({
  graph: ['Graph', 'Flame graph: equal stacks merged, the widest first'],
  chart: ['Chart', `Flame chart: stacks in order of ${amount === 'time' ? amount : 'the recording'}`],
  callers: ['Callers', `Callers: functions by self ${amount}, below each who called it`],
});
const colouringNames: Readonly<Record<Colouring, string>> = {
  heat: 'Heat',
  file: 'File',
  package: 'Package',
  kind: 'Kind',
  tier: 'Tier',
  change: 'Change',
};

/** What is shown and how: view, search, folding, colours, focus, help. */
export function Toolbar({ panel, tables }: ShownProps) {
  return (
    <div class="toolbar" role="toolbar" aria-label="Flame graph">
      <Choices
        role="radio"
        label="View"
        names={viewNames(amountLabel(tables.header.quality))}
        chosen={panel.preferences.view.value}
        onChoose={(view) => panel.preferences.set({ view })}
      />
      <ThreadSelect panel={panel} tables={tables} />
      <Search panel={panel} />
      <div class="toolbar-end">
        <FoldButton panel={panel} />
        <ColouringSelect panel={panel} />
        <IconButton icon="fit" label="Show everything" shortcut="0" onClick={panel.viewport.zoomOut} />
        <Help />
      </div>
    </div>
  );
}

function Search({ panel }: PanelProps) {
  const { query, found, setQuery } = panel.search;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') panel.goToMatch(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      setQuery('');
      document.querySelector<HTMLElement>('.flame-canvas')?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        class="search-input"
        type="text"
        spellcheck={false}
        placeholder="Search functions and files"
        aria-label="Search functions and files"
        value={query.value}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="search-result" role="status">
        {found.value && describe(found.value, panel.shownTree.activeTime.value)}
      </span>
      {found.value && found.value.frames > 0 && (
        <>
          <IconButton icon="up" label="Previous match" shortcut="Shift+Enter" onClick={() => panel.goToMatch(-1)} />
          <IconButton icon="down" label="Next match" shortcut="Enter" onClick={() => panel.goToMatch(1)} />
        </>
      )}
      {query.value !== '' && (
        <IconButton icon="close" label="Clear the search" shortcut="Esc" onClick={() => setQuery('')} />
      )}
    </div>
  );
}

function describe({ frames, time }: SearchResult, activeTime: number): string {
  if (frames === 0) return 'No match';
  const count = frames === 1 ? '1 frame' : `${formatCount(frames)} frames`;
  return `${count} · ${formatShare(activeTime > 0 ? time / activeTime : 0)}`;
}

function FoldButton({ panel }: PanelProps) {
  const { hideDependencies } = panel.preferences.current.value;
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={hideDependencies}
      title="Fold dependencies, Node.js and native code into the own code that calls them"
      onClick={() => panel.preferences.set({ hideDependencies: !hideDependencies })}
    >
      Own code only
    </button>
  );
}

function ColouringSelect({ panel: { colouring, colourings, preferences } }: PanelProps) {
  return (
    <label class="colouring">
      <span class="colouring-label">Colour</span>
      <select
        aria-label="Colour by"
        value={colouring.value}
        onChange={(event) => preferences.set({ colouring: event.currentTarget.value as Colouring })}
      >
        {colourings.value.map((each) => (
          <option key={each} value={each}>
            {colouringNames[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

export const HELP_ID = 'heatline-help';

function Help() {
  return (
    <>
      <IconButton icon="help" label="Keys and mouse" shortcut="?" popovertarget={HELP_ID} />
      <div class="help" id={HELP_ID} popover="auto">
        <dl>
          {keyHelp.map(([keys, does]) => (
            <div key={keys}>
              <dt>{keys}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}

/** What the picture is narrowed down to, and the way back. */
export function FocusBar({ panel, tables }: ShownProps) {
  const { shownFocus, tree, activeTime } = panel.shownTree;
  const focus = shownFocus.value;
  if (!focus) return null;
  const share = (tree.value?.totalTime[0] ?? 0) / activeTime.value;
  return (
    <div class="focus-bar">
      <span>Focus</span>
      <strong>{nameOf(tables, focusedFunction(focus))}</strong>
      <span class="muted">{focus.kind === 'everywhere' ? 'whoever calls it' : 'in this stack'}</span>
      <span class="muted">{`${formatShare(share)} of ${wholeLabel(tables.header.quality)}`}</span>
      <Link onClick={panel.unfocus}>Show all</Link>
    </div>
  );
}

const ALL = '';

/** Chooses the thread that everything is of, or all together. Nothing where there is no choice. */
function ThreadSelect({ panel: { part }, tables }: ShownProps) {
  const threads = tables.header.threads.filter(({ isRecorded }) => isRecorded);
  if (!part.canChange || threads.length < 2) return null;
  const choose = (value: string): void =>
    part.set({ ...part.current.value, thread: value === ALL ? undefined : Number(value) });
  return (
    <select
      class="thread-select"
      aria-label="Thread"
      title={`Shares are of the ${wholeLabel(tables.header.quality)} of what is chosen here`}
      aria-busy={part.isBusy.value}
      value={part.current.value.thread ?? ALL}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value={ALL}>{`All ${threads.length} threads`}</option>
      {threads.map(({ id }) => (
        <option key={id} value={id}>
          {laneLabelOf(tables, id)}
        </option>
      ))}
    </select>
  );
}
