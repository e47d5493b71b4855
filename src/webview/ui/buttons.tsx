import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

interface LinkProps {
  /** Absent where there is nothing to go to: then the text is plain. */
  readonly onClick?: (() => void) | undefined;
  readonly title?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A button in a text that looks like a link. */
export function Link({ onClick, title, class: more = '', children }: LinkProps) {
  if (!onClick) return <>{children}</>;
  return (
    <button type="button" class={`link ${more}`} title={title} onClick={onClick}>
      {children}
    </button>
  );
}

const paths = {
  search: 'M10.5 10.5 14 14M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Z',
  up: 'm3.5 10 4.5-4.5 4.5 4.5',
  down: 'm3.5 6 4.5 4.5 4.5-4.5',
  close: 'm4 4 8 8m0-8-8 8',
  fit: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4',
  help: 'M5.7 6a2.3 2.3 0 1 1 3.4 2c-.8.5-1.1.9-1.1 1.8M8 12.2v.1',
} as const;

/** A small line drawing in the text's colour. What is around it carries the words. */
export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes {
  readonly icon: keyof typeof paths;
  readonly label: string;
  /** The key that does the same. */
  readonly shortcut: string;
}

/** A button that shows an icon only. */
export function IconButton({ icon, label, shortcut, ...rest }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" title={`${label} (${shortcut})`} aria-label={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
