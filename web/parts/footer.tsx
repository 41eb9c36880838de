import { w } from '../words/shared.ts';
import { Link } from './link.tsx';

/** Help and terms, below every page. Other programs open them as documents of their own. */
export function Footer({ whole = false }: { readonly whole?: boolean }) {
  const words = w.value.footer;
  return (
    <footer class="foot">
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
