import type { BusReviewed } from './fleet/bus-events.ts';
import type { ManifestChanged } from './boarding/manifest-revision.ts';
import type { OperatorNotified } from './bookings/booking.ts';
import type { OfferChanged } from './line/offer-event.ts';
import type { DocumentEvent } from './fleet/documents.ts';
import type { SeatEvent } from './seats/ports.ts';
import type { TripChanged } from './trips/trip.ts';

/** Every event that subscribers can get. */
export type ServiceEvent =
  SeatEvent | TripChanged | OfferChanged | OperatorNotified | DocumentEvent | BusReviewed | ManifestChanged;
