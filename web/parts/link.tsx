import type { ComponentChildren } from 'preact';
import { to } from '../api/settings.ts';

/** A link to one of our pages, without the base path. `whole` loads a document of its own, with its own headers. */
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
  // The router leaves links alone that have a target other than its own window's name.
  <a href={to(page)} {...(whole && { target: '_top' })} {...rest}>
    {children}
  </a>
);
