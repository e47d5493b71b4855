import { useRef } from 'preact/hooks';
import type { Actions } from '../actions.ts';
import { formatCount, formatShare } from '../../present/quantities.ts';
import { keyHelp } from '../graph/keyboard.ts';
import { nameOf, type Panel } from '../panel.ts';
import { type Colouring, colourings, type View, views } from '../settings.ts';
import { Choices } from './choices.tsx';
import { Icon } from './icon.tsx';
import { t } from '../translate.ts';

const viewNames: Readonly<Record<View, readonly [short: string, full: string]>> = {
  graph: [t('Graph'), t('Flame graph: equal stacks merged, the widest first')],
  chart: [t('Chart'), t('Flame chart: stacks in order of time')],
  callers: [t('Callers'), t('Callers: functions by self time, below each who called it')],
};
const colouringNames: Readonly<Record<Colouring, string>> = { heat: t('Heat'), file: t('File'), kind: t('Kind') };

interface Props {
  readonly panel: Panel;
  readonly actions: Actions;
}

/** What is shown and how: view, search, folding, colours, focus, help. */
export function Toolbar({ panel, actions }: Props) {
  return (
    <div class="toolbar" role="toolbar" aria-label={t('Flame graph')}>
      <Choices
        class="segments"
        role="radio"
        label={t('View')}
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
          title={t('Show everything (0)')}
          aria-label={t('Show everything')}
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
        placeholder={t('Search functions and files')}
        aria-label={t('Search functions and files')}
        value={panel.query.value}
        onInput={(event) => (panel.query.value = event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="search-result" role="status">
        {found &&
          (found.frames > 0
            ? `${found.frames === 1 ? t('1 frame') : t('{0} frames', formatCount(found.frames))} · ${formatShare(total > 0 ? found.time / total : 0)}`
            : t('No match'))}
      </span>
      {found && found.frames > 0 && (
        <>
          <button
            type="button"
            class="icon-button"
            title={t('Previous match (Shift+Enter)')}
            aria-label={t('Previous match')}
            onClick={() => actions.nextMatch(-1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            class="icon-button"
            title={t('Next match (Enter)')}
            aria-label={t('Next match')}
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
          title={t('Clear the search (Esc)')}
          aria-label={t('Clear the search')}
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
      title={t('Fold dependencies, Node.js and native code into the own code that calls them')}
      onClick={() => panel.setPreference({ hideDependencies: !hideDependencies })}
    >
      {t('Own code only')}
    </button>
  );
}

function ColouringSelect({ panel }: { readonly panel: Panel }) {
  return (
    <label class="colouring">
      <span class="colouring-label">{t('Colour')}</span>
      <select
        aria-label={t('Colour by')}
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
        title={t('Keys and mouse')}
        aria-label={t('Keys and mouse')}
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
      <span>{t('Focus')}</span>
      <strong>{nameOf(model, fn)}</strong>
      <span class="muted">{focus.kind === 'everywhere' ? t('whoever calls it') : t('in this stack')}</span>
      <span class="muted">
        {t('{0} of active time', formatShare((panel.tree.value?.totalTime[0] ?? 0) / panel.activeTime.value))}
      </span>
      <button type="button" class="link" onClick={actions.unfocus}>
        {t('Show all')}
      </button>
    </div>
  );
}
