import type { ComponentChildren } from 'preact';
import { w } from '../words/shared.ts';
import { Footer } from './footer.tsx';
import { PageOnItsWay } from './lazy-page.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Link } from './link.tsx';
import { useIsOnline } from './online.ts';
import { Toast } from './toast.tsx';

/** The frame around every page: home link, navigation, language. */
export const Shell = ({
  home = '/',
  navigation,
  aside,
  below,
  saysOffline = true,
  children,
}: {
  readonly home?: string;
  /** Links of the navigation "Main". */
  readonly navigation?: ComponentChildren;
  /** Content beside the language switch, such as the user's name. */
  readonly aside?: ComponentChildren;
  /** Content between header and page, such as the links to the areas of the portal. */
  readonly below?: ComponentChildren;
  /** Whether the frame shows a notice while there is no network. Pages that work offline show their own notice. */
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
    <PageOnItsWay />
    {saysOffline && <OfflineNotice />}
    <main id="main">{children}</main>
    <Footer whole={home !== '/'} />
    <Toast />
  </>
);

function OfflineNotice() {
  const isOnline = useIsOnline();
  return <div role="status">{!isOnline.value && <p class="offline">{w.value.offline}</p>}</div>;
}
