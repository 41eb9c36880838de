import type { TargetedMouseEvent } from 'preact';
import { w } from '../words/shared.ts';
import { Link } from './link.tsx';
import { toast } from './toast.tsx';

/** Blocks a link while there is no network. Otherwise the browser's own error page would replace this page. */
function stayOffline(event: TargetedMouseEvent<HTMLElement>): void {
  if (navigator.onLine || !(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  toast(w.value.footer.needsNetwork);
}

/**
 * Links to help and terms, below every page. `whole` loads a new document: the portal and the conductor's app need
 * that, because their code does not contain the pages for help and terms. The page for developers is in no program.
 */
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
      <Link page="/developers" whole>
        {words.developers}
      </Link>
    </footer>
  );
}
