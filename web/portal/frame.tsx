import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { settings, to } from '../api/settings.ts';
import { Asked, useAsked } from '../parts/asked.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Shell } from '../parts/shell.tsx';
import { LOGIN_PAGE, NOTHING, brought } from './accounts/entrance/brought.ts';
import { LatePayments } from './counter/late-payments.tsx';
import { Own, Sections, SignOut, firstPage } from './navigation.tsx';
// The styles of pages that are loaded with `lazy`, which does not load styles.
import './accounts/entrance/entrance.css';
import './portal.css';
import { PAGES } from './routes.tsx';
import { agency, api, company, isAdmin, isOfAgent, session } from './session.ts';
import { w } from './words.ts';

const Entrance = lazy(async () => (await import('./accounts/entrance/entrance.tsx')).Entrance);
const Join = lazy(async () => (await import('./accounts/entrance/join.tsx')).Join);

/** The portal: its pages if the user is signed in, otherwise the sign-in. */
export const Portal = () => (
  <LocationProvider scope={to('/portal')}>
    <ErrorBoundary>
      <Door />
    </ErrorBoundary>
  </LocationProvider>
);

function Door() {
  const page = useLocation().path.slice(settings.base.length);
  const user = session.user.value;
  const hasMailedLink = page === LOGIN_PAGE && location.search !== '';
  if (user && !hasMailedLink && page !== '/portal/join') return <Inside key={user.id} />;
  return <Shell home="/portal">{page === '/portal/join' ? <Join /> : <Entrance page={page} />}</Shell>;
}

/** Loads the company or agent, and the user's position there. These decide which pages the user may open. */
async function loadEmployer(signal: AbortSignal): Promise<true> {
  if (isOfAgent()) agency.value = (await api.get('/api/auth/me', { signal })).agent ?? undefined;
  else if (!isAdmin()) company.value = await api.get('/api/operator/company', { signal });
  return true;
}

function Inside() {
  const asking = useAsked(loadEmployer, []);
  useEffect(() => {
    // Deletes the tokens that the address contained at the sign-in. The next user of this tab must not get them.
    brought.value = NOTHING;
    return () => {
      company.value = undefined;
      agency.value = undefined;
    };
  }, []);
  // The second window, which customers see, shows only the QR code of their sale.
  if (useLocation().query['for'] === 'customer')
    return (
      <Shell home="/">
        <Asked of={asking}>{() => <Pages />}</Asked>
      </Shell>
    );
  return (
    <Shell
      home="/portal"
      navigation={<Own />}
      aside={<SignOut />}
      below={asking.state.value.is === 'here' && <Sections />}
    >
      {company.value?.status === 'SUSPENDED' && <p class="notice wait">{w.value.frame.suspended}</p>}
      <LatePayments />
      <Asked of={asking}>{() => <Pages />}</Asked>
    </Shell>
  );
}

/** Addresses that show the sign-in. A signed-in user who opens one goes to the first page instead. */
const WAYS_IN = ['/portal', LOGIN_PAGE, '/portal/register', '/portal/forgot-password'];

function Pages() {
  const { path, route } = useLocation();
  const page = path.slice(settings.base.length);
  const isAway = WAYS_IN.includes(page) && page !== firstPage();
  useEffect(() => {
    if (isAway) route(to(firstPage()), true);
  }, [isAway]);
  if (isAway) return null;
  return (
    <Router>
      {Object.entries(PAGES).map(([address, component]) => (
        <Route key={address} path={to(address)} component={component} />
      ))}
      <Route default component={NotFound} />
    </Router>
  );
}
