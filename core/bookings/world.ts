import type { RefundTier } from '../companies/company.ts';
import type { FleetEvent } from '../fleet/world.ts';
import type { BasisPoints } from '../kernel/money.ts';
import type { LedgerStores, LedgerWorld } from '../ledger/world.ts';
import type { OfferChanged } from '../line/offer-event.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { SeatEvent } from '../seats/ports.ts';
import type { TripChanged } from '../trips/trip.ts';
import type { BookedSeats } from './booked-seats.ts';
import type { OperatorNotified } from './booking.ts';
import type { BookingChanges } from './changes.ts';
import type { BoardingPlaces, BookingRepo, BookingViews } from './ports.ts';
import type { RatingRepo } from './rating.ts';

/** The stores of one transaction: those of the area `bookings` and of the areas below it. */
export interface BookingStores extends LedgerStores {
  readonly bookings: BookingRepo;
  readonly bookedSeats: BookedSeats;
  readonly changes: BookingChanges;
  readonly bookingViews: Pick<BookingViews, 'find' | 'anyOverdue'>;
  readonly ratings: RatingRepo;
  readonly events: Recorder<FleetEvent | TripChanged | SeatEvent | OfferChanged | OperatorNotified>;
}

/** The dependencies of use cases of the area `bookings`. */
export interface BookingWorld<Stores extends BookingStores = BookingStores> extends LedgerWorld<Stores> {
  readonly bookingViews: BookingViews;
  readonly boardingPlaces: BoardingPlaces;
  readonly paymentWindowMinutes: number;
  readonly commissionRate: BasisPoints;
  readonly changeTiers: readonly RefundTier[];
}
