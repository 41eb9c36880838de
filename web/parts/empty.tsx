import type { ComponentChildren } from 'preact';
import './empty.css';

/** A note instead of an empty list: a title, and what the user can do. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);
