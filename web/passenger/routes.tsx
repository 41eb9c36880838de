import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { settings, to } from '../api/settings.ts';
import { Shell } from '../parts/shell.tsx';
import { lazyPage } from '../parts/lazy-page.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Navigation } from './navigation.tsx';
import { Search } from './trips/search.tsx';

const Trips = lazyPage(() => import('./trips/trips.tsx').then(({ Trips: page }) => page), 'trips');
const SignIn = lazyPage(() => import('./accounts/sign-in.tsx').then(({ SignIn: page }) => page));
const Register = lazyPage(() => import('./accounts/register.tsx').then(({ Register: page }) => page));
const Verify = lazyPage(() => import('./accounts/verify.tsx').then(({ Verify: page }) => page));
const ForgotPassword = lazyPage(() =>
  import('./accounts/forgot-password.tsx').then(({ ForgotPassword: page }) => page),
);
const ResetPassword = lazyPage(() => import('./accounts/reset-password.tsx').then(({ ResetPassword: page }) => page));
const Profile = lazyPage(() => import('./accounts/profile.tsx').then(({ Profile: page }) => page));
const Bookings = lazyPage(() => import('./bookings/bookings.tsx').then(({ Bookings: page }) => page));
const Booking = lazyPage(() => import('./bookings/booking.tsx').then(({ Booking: page }) => page), 'booking');
const Trip = lazyPage(() => import('./seats/trip.tsx').then(({ Trip: page }) => page), 'seats');
const Book = lazyPage(() => import('./bookings/book.tsx').then(({ Book: page }) => page), 'book');
const Live = lazyPage(() => import('./road/live.tsx').then(({ LivePage: page }) => page));
const Pay = lazyPage(() => import('./payments/pay.tsx').then(({ Pay: page }) => page));
const Scan = lazyPage(() => import('./payments/scan.tsx').then(({ Scan: page }) => page));
const PaymentResult = lazyPage(() => import('./payments/payment-result.tsx').then(({ PaymentResult: page }) => page));
const FindBooking = lazyPage(() => import('./tickets/find-booking.tsx').then(({ FindBooking: page }) => page));
const LostTicket = lazyPage(
  () => import('./tickets/lost-ticket.tsx').then(({ LostTicket: page }) => page),
  'short link',
);
const Ticket = lazyPage(() => import('./tickets/ticket.tsx').then(({ Ticket: page }) => page));

const about = () => import('./platform/about.tsx');
const Help = lazyPage(() => about().then(({ Help: page }) => page));
const Contact = lazyPage(() => about().then(({ Contact: page }) => page));
const Terms = lazyPage(() => about().then(({ Terms: page }) => page));
const ForCompanies = lazyPage(() => about().then(({ ForCompanies: page }) => page));

/** The routes of the passengers' pages. */
export const Site = () => (
  <LocationProvider scope={settings.base || '/'}>
    <ErrorBoundary>
      <Shell navigation={<Navigation />}>
        <Router>
          <Route path={to('/')} component={Search} />
          <Route path={to('/trips/:id')} component={Trip} />
          <Route path={to('/book/:trip')} component={Book} />
          <Route path={to('/pay/:booking')} component={Pay} />
          <Route path={to('/pay/:booking/scan')} component={Scan} />
          <Route path={to('/live/:code')} component={Live} />
          <Route path={to('/trips')} component={Trips} />
          <Route path={to('/sign-in')} component={SignIn} />
          <Route path={to('/register')} component={Register} />
          <Route path={to('/verify')} component={Verify} />
          <Route path={to('/forgot-password')} component={ForgotPassword} />
          <Route path={to('/reset-password.html')} component={ResetPassword} />
          <Route path={to('/profile')} component={Profile} />
          <Route path={to('/bookings')} component={Bookings} />
          <Route path={to('/bookings/:id')} component={Booking} />
          <Route path={to('/payment-result.html')} component={PaymentResult} />
          <Route path={to('/ticket')} component={Ticket} />
          <Route path={to('/t/:code')} component={LostTicket} />
          <Route path={to('/find-booking')} component={FindBooking} />
          <Route path={to('/help')} component={Help} />
          <Route path={to('/contact')} component={Contact} />
          <Route path={to('/terms')} component={Terms} />
          <Route path={to('/for-companies')} component={ForCompanies} />
          <Route default component={NotFound} />
        </Router>
      </Shell>
    </ErrorBoundary>
  </LocationProvider>
);
