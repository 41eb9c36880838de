import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';
import { settings, to } from '../api/settings.ts';
import { lazyPage } from '../parts/lazy-page.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Shell } from '../parts/shell.tsx';
import { device } from './boarding/device.ts';
import { Enrol } from './boarding/enrol.tsx';
import './conductor.css';

const ChangeCompany = lazyPage(async () => (await import('./boarding/change-company.tsx')).ChangeCompany);
const Trips = lazyPage(async () => (await import('./boarding/trips.tsx')).Trips);
const Trip = lazyPage(async () => (await import('./boarding/trip.tsx')).Trip);

/**
 * An unenrolled phone shows the enrolment page at every address. An enrolled phone asks before it joins another
 * company.
 */
function Pages() {
  const { query } = useLocation();
  const token = query['token'];
  const isEnrolled = useMemo(() => device.peek() !== undefined, [token]);
  if (token && isEnrolled && device.value) return <ChangeCompany />;
  if (!device.value || token) return <Enrol token={isEnrolled ? undefined : token} />;
  return (
    <Router>
      <Route path={to('/conductor')} component={Trips} />
      <Route path={to('/conductor/trips/:id')} component={Trip} />
      <Route default component={NotFound} />
    </Router>
  );
}

/** The routes of the conductor's pages. */
export const Conductor = () => (
  <LocationProvider scope={settings.base + '/conductor'}>
    <ErrorBoundary>
      <Shell home="/conductor" saysOffline={false}>
        <Pages />
      </Shell>
    </ErrorBoundary>
  </LocationProvider>
);
