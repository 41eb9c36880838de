import type { TargetedMouseEvent } from 'preact';
import { w } from '../words/shared.ts';
import { Link } from './link.tsx';
import { toast } from './toast.tsx';

/** A document that is not kept on the device would replace the page by the browser's own error page. */
function stayOffline(event: TargetedMouseEvent<HTMLElement>): void {
  if (navigator.onLine || !(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  toast(w.value.footer.needsNetwork);
}

/** Help and terms, below every page. Other programs open them as documents of their own. */
export function Footer({ whole = false }: { readonly whole?: boolean }) {
  const words = w.value.footer;
  return (
    <footer class="foot" onClick={whole ? stayOffline : undefined}>
      <Link page="/help" whole={whole}>
        {words.help}
      </Link>
      <Link page="/contact" whole={whole}>
        {words.contact}
      </Link>
      <Link page="/terms" whole={whole}>
        {words.terms}
      </Link>
      <Link page="/for-companies" whole={whole}>
        {words.companies}
      </Link>
    </footer>
  );
}
