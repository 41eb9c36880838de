import type { ComponentChildren } from 'preact';
import { to } from '../api/settings.ts';

/**
 * A link to a page of this site; `page` has no base path. `whole` loads a new document with its own headers. `onAhead`
 * is called when a pointer or the focus comes to the link, so that it can load the page's code.
 */
export const Link = ({
  page,
  whole = false,
  onAhead,
  children,
  ...rest
}: {
  readonly page: string;
  readonly whole?: boolean;
  readonly onAhead?: () => void;
  /** Called before the page opens. */
  readonly onClick?: () => void;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'aria-label'?: string;
  readonly children: ComponentChildren;
}) => (
  // The router ignores links that have a target.
  <a href={to(page)} onPointerEnter={onAhead} onFocus={onAhead} {...(whole && { target: '_top' })} {...rest}>
    {children}
  </a>
);
