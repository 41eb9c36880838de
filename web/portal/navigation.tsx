import { useLocation } from 'preact-iso/router';
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { to } from '../api/settings.ts';
import { fetchAhead } from '../parts/lazy-page.tsx';
import { Link } from '../parts/link.tsx';
import { Find } from './parts/find.tsx';
import { PAGES } from './routes.tsx';
import { type Position, agency, company, isAdmin, may, signOut } from './session.ts';
import { w } from './words.ts';

type Names = typeof w.value.navigation;

interface Section<Name> {
  readonly page: string;
  readonly name: Name;
  readonly least: Position;
}

/** The links for companies' staff, each with the lowest position that may open its page. */
const COMPANY: readonly Section<keyof Names['company']>[] = [
  { page: '/portal', name: 'today', least: 'CLERK' },
  { page: '/portal/buses', name: 'buses', least: 'CONDUCTOR' },
  { page: '/portal/timetables', name: 'timetables', least: 'MANAGER' },
  { page: '/portal/trips', name: 'trips', least: 'CONDUCTOR' },
  { page: '/portal/bookings', name: 'bookings', least: 'CLERK' },
  { page: '/portal/shifts', name: 'shifts', least: 'CLERK' },
  { page: '/portal/refunds', name: 'refunds', least: 'CLERK' },
  { page: '/portal/statements', name: 'statements', least: 'MANAGER' },
  { page: '/portal/sales', name: 'sales', least: 'MANAGER' },
  { page: '/portal/staff', name: 'staff', least: 'MANAGER' },
  { page: '/portal/devices', name: 'devices', least: 'MANAGER' },
  { page: '/portal/places', name: 'places', least: 'CONDUCTOR' },
  { page: '/portal/doors', name: 'doors', least: 'CLERK' },
  { page: '/portal/agents', name: 'agents', least: 'MANAGER' },
  { page: '/portal/webhooks', name: 'webhooks', least: 'OWNER' },
];

/** The links for an agent's people. */
const AGENCY: readonly Section<keyof Names['agency']>[] = [
  { page: '/portal/agency/sell', name: 'sell', least: 'CLERK' },
  { page: '/portal/agency/bookings', name: 'bookings', least: 'CLERK' },
  { page: '/portal/agency/account', name: 'account', least: 'MANAGER' },
  { page: '/portal/agency/keys', name: 'keys', least: 'OWNER' },
  { page: '/portal/agency/webhooks', name: 'webhooks', least: 'OWNER' },
  { page: '/portal/agency/staff', name: 'staff', least: 'OWNER' },
];

/** An entry of the administrators' navigation. */
interface AdminSection extends Omit<Section<keyof Names['administration']>, 'least'> {
  /** The addresses of pages without a menu entry, which users reach from the page of this entry. */
  readonly leadsTo?: readonly string[];
}

const ADMINISTRATION: readonly AdminSection[] = [
  { page: '/portal/admin/overview', name: 'overview' },
  { page: '/portal/admin/reviews', name: 'reviews', leadsTo: ['/portal/admin/buses'] },
  { page: '/portal/admin/companies', name: 'companies', leadsTo: ['/portal/admin/cities'] },
  { page: '/portal/admin/users', name: 'users' },
  { page: '/portal/admin/bookings', name: 'bookings' },
  { page: '/portal/admin/refunds', name: 'refunds' },
  {
    page: '/portal/admin/ledger',
    name: 'ledger',
    leadsTo: ['/portal/admin/payments', '/portal/admin/statements', '/portal/admin/adjustments'],
  },
  { page: '/portal/admin/agents', name: 'agents' },
  { page: '/portal/admin/webhooks', name: 'webhooks' },
  { page: '/portal/admin/places', name: 'places' },
  { page: '/portal/admin/doors', name: 'doors' },
  { page: '/portal/admin/logs', name: 'logs' },
];

const linksOfCompany = () =>
  COMPANY.filter(({ least }) => may(least)).map(({ page, name }) => ({
    page,
    title: w.value.navigation.company[name],
    pages: [page],
  }));

const linksOfAgency = () =>
  AGENCY.filter(({ least }) => may(least)).map(({ page, name }) => ({
    page,
    title: w.value.navigation.agency[name],
    pages: [page],
  }));

const linksOfAdministration = () =>
  ADMINISTRATION.map(({ page, name, leadsTo = [] }) => ({
    page,
    title: w.value.navigation.administration[name],
    pages: [page, ...leadsTo],
  }));

const linksOfEmployer = () => (agency.value ? linksOfAgency() : linksOfCompany());

const links = () => (isAdmin() ? linksOfAdministration() : linksOfEmployer()).filter(({ page }) => page in PAGES);

function nameOfLinks(): string {
  const { ofAdministration, ofAgency, ofCompany } = w.value.navigation;
  if (isAdmin()) return ofAdministration;
  return agency.value ? ofAgency : ofCompany;
}

const CREW_BEGINS = '/portal/trips';

/**
 * The first page after the sign-in: the crew's trips for conductors, otherwise the first link that the user may open.
 */
export function firstPage(): string {
  const pages = links().map(({ page }) => page);
  return pages.find((page) => page === CREW_BEGINS && !may('CLERK')) ?? pages[0] ?? '/portal/account';
}

/**
 * The links of the main navigation that the user may open. A phone shows them in a row to swipe, and a menu shows all.
 */
export function Sections() {
  const { path } = useLocation();
  const strip = useRef<HTMLElement>(null);
  const id = useId();
  const isOpen = useSignal(false);
  const within = (page: string): boolean =>
    path === to(page) || (page !== '/portal' && path.startsWith(`${to(page)}/`));

  useEffect(() => {
    isOpen.value = false;
  }, [path]);
  useEffect(() => {
    const row = strip.current;
    const current = row?.querySelector<HTMLElement>('[aria-current]');
    if (row && current) row.scrollLeft = current.offsetLeft - row.offsetLeft - row.clientWidth / 3;
  }, [path]);

  return (
    <div
      class="section-row no-print"
      onKeyDown={({ key }) => {
        if (key === 'Escape') isOpen.value = false;
      }}
    >
      <button
        type="button"
        class="quiet menu-button"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d={isOpen.value ? CROSS : LINES} />
        </svg>
        {w.value.navigation.menu}
      </button>
      <nav ref={strip} id={id} class={isOpen.value ? 'sections open' : 'sections'} aria-label={nameOfLinks()}>
        {links().map(({ page, title, pages }) => (
          <Link
            key={page}
            page={page}
            onAhead={() => void fetchAhead(page)}
            aria-current={pages.some(within) ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      {(isAdmin() || (company.value && may('CLERK'))) && <Find />}
    </div>
  );
}

/** The SVG paths of the icons, drawn in a square of 24 by 24. */
const LINES = 'M4 7h16M4 12h16M4 17h16';
const CROSS = 'M6 6l12 12M18 6L6 18';
const HOUSE = 'M4 21V9l8-5 8 5v12M9 21v-6h6v6';
const PERSON = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c0-4 3.5-6 8-6s8 2 8 6';
const DOOR = 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4';

/** The icon and text of a link or button in the top bar. A phone shows only its icon, so that the bar stays one row. */
const TopFace = ({ icon, children }: { readonly icon: string; readonly children: string }) => (
  <>
    <svg class="top-icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d={icon} />
    </svg>
    <span class="top-text">{children}</span>
  </>
);

/** The button that ends the session. */
export const SignOut = () => (
  <button type="button" title={w.value.navigation.signOut} onClick={() => void signOut()}>
    <TopFace icon={DOOR}>{w.value.navigation.signOut}</TopFace>
  </button>
);

/** Links to the user's company and account, beside the logo. */
export function Own() {
  const { path } = useLocation();
  const link = (page: string, icon: string, title: string) => (
    <Link page={page} aria-current={path === to(page) ? 'page' : undefined}>
      <TopFace icon={icon}>{title}</TopFace>
    </Link>
  );
  return (
    <>
      {company.value && link('/portal/company', HOUSE, w.value.navigation.profile)}
      {link('/portal/account', PERSON, w.value.navigation.account)}
    </>
  );
}
