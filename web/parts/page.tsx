import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { w } from '../words/shared.ts';

let isFirst = true;

/** The page's main heading. Also sets the tab's title, and gets the focus after navigation. */
export function PageTitle({ children, small }: { readonly children: string; readonly small?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · ${w.value.brand}`;
  }, [children, w.value]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <div class="page-title">
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {small && <p class="faint">{small}</p>}
    </div>
  );
}
