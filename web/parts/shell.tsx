import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { w } from '../words/shared.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Link } from './link.tsx';
import { Toast } from './toast.tsx';

/** What stands around every page: the way home, where else to go, the language. */
export const Shell = ({
  home = '/',
  navigation,
  aside,
  below,
  saysOffline = true,
  children,
}: {
  readonly home?: string;
  /** Links; they stand in the navigation "Main". */
  readonly navigation?: ComponentChildren;
  /** Beside the language: who is signed in, say. */
  readonly aside?: ComponentChildren;
  /** Between the header and the page: where a large program has its sections. */
  readonly below?: ComponentChildren;
  /** Whether a missing network is said here; pages that work without one say it in their own words. */
  readonly saysOffline?: boolean;
  readonly children: ComponentChildren;
}) => (
  <>
    <a class="skip" href="#main">
      {w.value.skipToContent}
    </a>
    <header class="top">
      <Link page={home} class="brand">
        {w.value.brand}
      </Link>
      <nav aria-label={w.value.mainNavigation}>{navigation}</nav>
      {aside}
      <LanguageSwitch />
    </header>
    {below}
    {saysOffline && <OfflineNotice />}
    <main id="main">{children}</main>
    <Toast />
  </>
);

function OfflineNotice() {
  const isOnline = useSignal(navigator.onLine);
  useEffect(() => {
    const look = (): void => void (isOnline.value = navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return <div role="status">{!isOnline.value && <p class="offline">{w.value.offline}</p>}</div>;
}
