const roles = {
  radio: { class: 'segments', group: 'radiogroup', item: 'radio', chosen: 'aria-checked' },
  tab: { class: 'table-tabs', group: 'tablist', item: 'tab', chosen: 'aria-selected' },
} as const;

interface Props<T extends string> {
  readonly role: keyof typeof roles;
  readonly label: string;
  /** What each value is called, and more about it. */
  readonly names: Readonly<Record<T, readonly [short: string, full?: string]>>;
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
  /** Of tabs: the id of what they switch. */
  readonly controls?: string;
}

/** Buttons of which one is chosen, also by arrow keys; only that one is on the way of the Tab key. */
export function Choices<T extends string>(props: Props<T>) {
  const { names, chosen, onChoose } = props;
  const values = Object.keys(names) as T[];
  const role = roles[props.role];
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (values.indexOf(chosen) + step + values.length) % values.length;
    onChoose(values[next]);
    event.currentTarget.querySelectorAll('button')[next].focus();
  };
  return (
    <div class={role.class} role={role.group} aria-label={props.label} onKeyDown={onKeyDown}>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          role={role.item}
          {...{ [role.chosen]: value === chosen }}
          aria-controls={props.controls}
          tabIndex={value === chosen ? 0 : -1}
          title={names[value][1]}
          onClick={() => onChoose(value)}
        >
          {names[value][0]}
        </button>
      ))}
    </div>
  );
}
