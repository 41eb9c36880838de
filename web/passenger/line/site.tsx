import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { NotFound } from '../../parts/not-found.tsx';
import { Shell } from '../../parts/shell.tsx';
import { Navigation } from '../navigation.tsx';
import { DoorPage } from './door.tsx';

/** The program of one page. Tens of thousands open it within minutes, so it loads without the other pages. */
export const Site = () => (
  <LocationProvider scope={to('/door/')}>
    <ErrorBoundary>
      <Shell navigation={<Navigation />}>
        <Router>
          <Route path={to('/door/:id')} component={DoorPage} />
          <Route default component={NotFound} />
        </Router>
      </Shell>
    </ErrorBoundary>
  </LocationProvider>
);
