import { useRef } from 'preact/hooks';
import type { Actions } from '../actions.ts';
import { formatCount, formatShare } from '../../present/quantities.ts';
import { keyHelp } from '../graph/keyboard.ts';
import { nameOf, type Panel } from '../panel.ts';
import { type Colouring, colourings, type View, views } from '../settings.ts';
import { Choices } from './choices.tsx';
import { Icon } from './icon.tsx';

const viewNames: Readonly<Record<View, readonly [short: string, full: string]>> = {
  graph: ['Graph', 'Flame graph: equal stacks merged, the widest first'],
  chart: ['Chart', 'Flame chart: stacks in order of time'],
  callers: ['Callers', 'Callers: functions by self time, below each who called it'],
};
const colouringNames: Readonly<Record<Colouring, string>> = { heat: 'Heat', file: 'File', kind: 'Kind' };

interface Props {
  readonly panel: Panel;
  readonly actions: Actions;
}

/** What is shown and how: view, search, folding, colours, focus, help. */
export function Toolbar({ panel, actions }: Props) {
  return (
    <div class="toolbar" role="toolbar" aria-label="Flame graph">
      <Choices
        class="segments"
        role="radio"
        label="View"
        values={views}
        chosen={panel.view.value}
        onChoose={(view) => panel.setPreference({ view })}
        nameOf={(view) => viewNames[view][0]}
        titleOf={(view) => viewNames[view][1]}
      />
      <Search panel={panel} actions={actions} />
      <div class="toolbar-end">
        <FoldButton panel={panel} />
        <ColouringSelect panel={panel} />
        <button
          type="button"
          class="icon-button"
          title="Show everything (0)"
          aria-label="Show everything"
          onClick={actions.resetZoom}
        >
          <Icon name="fit" />
        </button>
        <Help />
      </div>
    </div>
  );
}

function Search({ panel, actions }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const found = panel.found.value;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') actions.nextMatch(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      panel.query.value = '';
      document.querySelector<HTMLElement>('.flame-canvas')?.focus();
    } else return;
    event.preventDefault();
  };
  const total = panel.activeTime.value;
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        ref={input}
        class="search-input"
        type="text"
        spellcheck={false}
        placeholder="Search functions and files"
        aria-label="Search functions and files"
        value={panel.query.value}
        onInput={(event) => (panel.query.value = event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="search-result" role="status">
        {found &&
          (found.frames > 0
            ? `${found.frames === 1 ? '1 frame' : `${formatCount(found.frames)} frames`} · ${formatShare(total > 0 ? found.time / total : 0)}`
            : 'No match')}
      </span>
      {found && found.frames > 0 && (
        <>
          <button
            type="button"
            class="icon-button"
            title="Previous match (Shift+Enter)"
            aria-label="Previous match"
            onClick={() => actions.nextMatch(-1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            class="icon-button"
            title="Next match (Enter)"
            aria-label="Next match"
            onClick={() => actions.nextMatch(1)}
          >
            <Icon name="down" />
          </button>
        </>
      )}
      {panel.query.value !== '' && (
        <button
          type="button"
          class="icon-button"
          title="Clear the search (Esc)"
          aria-label="Clear the search"
          onClick={() => (panel.query.value = '')}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

function FoldButton({ panel }: { readonly panel: Panel }) {
  const { hideDependencies } = panel.preferences.value;
  return (
    <button
      type="button"
      class="toggle"
      aria-pressed={hideDependencies}
      title="Fold dependencies, Node.js and native code into the own code that calls them"
      onClick={() => panel.setPreference({ hideDependencies: !hideDependencies })}
    >
      Own code only
    </button>
  );
}

function ColouringSelect({ panel }: { readonly panel: Panel }) {
  return (
    <label class="colouring">
      <span class="colouring-label">Colour</span>
      <select
        aria-label="Colour by"
        value={panel.preferences.value.colouring}
        onChange={(event) => panel.setPreference({ colouring: event.currentTarget.value as Colouring })}
      >
        {colourings.map((colouring) => (
          <option key={colouring} value={colouring}>
            {colouringNames[colouring]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Help() {
  return (
    <>
      <button
        type="button"
        class="icon-button"
        popovertarget="heatline-help"
        title="Keys and mouse"
        aria-label="Keys and mouse"
      >
        <Icon name="help" />
      </button>
      <div class="help" id="heatline-help" popover="auto">
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
export function FocusBar({ panel, actions }: Props) {
  const focus = panel.shownFocus.value;
  const model = panel.model.value;
  if (!focus || !model) return null;
  const fn = focus.kind === 'everywhere' ? focus.function : (focus.path.at(-1) ?? -1);
  return (
    <div class="focus-bar">
      <span>Focus</span>
      <strong>{nameOf(model, fn)}</strong>
      <span class="muted">{focus.kind === 'everywhere' ? 'whoever calls it' : 'in this stack'}</span>
      <span class="muted">
        {`${formatShare((panel.tree.value?.totalTime[0] ?? 0) / panel.activeTime.value)} of active time`}
      </span>
      <button type="button" class="link" onClick={actions.unfocus}>
        Show all
      </button>
    </div>
  );
}
