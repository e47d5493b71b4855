import type { ComponentChildren } from 'preact';

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
