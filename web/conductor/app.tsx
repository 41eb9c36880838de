import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { settings, to } from '../api/settings.ts';
import { NotFound } from '../parts/not-found.tsx';
import { Shell } from '../parts/shell.tsx';
import { device } from './device.ts';
import { Enrol } from './pages/enrol.tsx';
import { Trips } from './pages/trips.tsx';
import './conductor.css';

const Trip = lazy(() => import('./pages/trip.tsx').then(({ Trip: page }) => page));

/** A phone that is nobody's is enrolled first, wherever it begins; so is one that was sent a new token. */
function Pages() {
  const { query } = useLocation();
  if (!device.value || query['token']) return <Enrol />;
  return (
    <Router>
      <Route path={to('/conductor')} component={Trips} />
      <Route path={to('/conductor/trips/:id')} component={Trip} />
      <Route default component={NotFound} />
    </Router>
  );
}

/** The conductor's pages by their addresses. */
export const Conductor = () => (
  <LocationProvider scope={settings.base + '/conductor'}>
    <ErrorBoundary>
      <Shell home="/conductor" saysOffline={false}>
        <Pages />
      </Shell>
    </ErrorBoundary>
  </LocationProvider>
);
