/** Of a radio group: one value of several. Of tabs: which part is shown. */
const roles = {
  radio: { group: 'radiogroup', item: 'radio', chosen: 'aria-checked' },
  tab: { group: 'tablist', item: 'tab', chosen: 'aria-selected' },
} as const;

interface Props<T extends string> {
  readonly class: string;
  readonly role: keyof typeof roles;
  readonly label: string;
  readonly values: readonly T[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
  /** What a value is called, and more about it. */
  readonly nameOf: (value: T) => string;
  readonly titleOf?: (value: T) => string;
  /** Of tabs: the id of what they switch. */
  readonly controls?: string;
}

/** Buttons of which one is chosen, also by arrow keys; only that one is on the way of the Tab key. */
export function Choices<T extends string>(props: Props<T>) {
  const { values, chosen, onChoose, nameOf, titleOf } = props;
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
    <div class={props.class} role={role.group} aria-label={props.label} onKeyDown={onKeyDown}>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          role={role.item}
          {...{ [role.chosen]: value === chosen }}
          aria-controls={props.controls}
          tabIndex={value === chosen ? 0 : -1}
          title={titleOf?.(value)}
          onClick={() => onChoose(value)}
        >
          {nameOf(value)}
        </button>
      ))}
    </div>
  );
}
