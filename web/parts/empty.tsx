import type { ComponentChildren } from 'preact';

/** What a list says when there is nothing on it, and what to do about it. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);
