import type { ComponentChildren } from 'preact';

interface LinkProps {
  /** Absent where there is nothing to go to: then the text is plain. */
  readonly onClick?: (() => void) | undefined;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A button in a text that looks like a link. */
export function Link({ onClick, title, children }: LinkProps) {
  if (!onClick) return <>{children}</>;
  return (
    <button type="button" class="link" title={title} onClick={onClick}>
      {children}
    </button>
  );
}
