import type { BusReviewed } from './administration/bus-events.ts';
import type { ManifestChanged } from './boarding/manifest-events.ts';
import type { OperatorNotified } from './bookings/booking-events.ts';
import type { DocumentEvent } from './fleet/document-events.ts';
import type { SeatsChanged } from './seats/seat-events.ts';
import type { TripChanged } from './trips/trip-events.ts';

/** Everything the service tells subscribers. */
export type ServiceEvent =
  SeatsChanged | TripChanged | OperatorNotified | DocumentEvent | BusReviewed | ManifestChanged;
