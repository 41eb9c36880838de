import type { ComponentChildren } from 'preact';
import { to } from '../api/settings.ts';

/** A link to a page of this site; `page` has no base path. `whole` loads a new document with its own headers. */
export const Link = ({
  page,
  whole = false,
  children,
  ...rest
}: {
  readonly page: string;
  readonly whole?: boolean;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'aria-label'?: string;
  readonly children: ComponentChildren;
}) => (
  // The router ignores links that have a target.
  <a href={to(page)} {...(whole && { target: '_top' })} {...rest}>
    {children}
  </a>
);
