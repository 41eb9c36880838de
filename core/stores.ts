import type { Books } from './audit/ports.ts';
import type { MailQueue } from './bookings/mail-queue.ts';
import type { AccountStores, AccountViews } from './accounts/ports.ts';
import type { ActivityLog, BookingRepo, BookingViews } from './bookings/ports.ts';
import type { ServiceEvent } from './events.ts';
import type { Idempotency } from './kernel/idempotency.ts';
import type { Leases } from './kernel/leases.ts';
import type { Outbox, Recorder } from './kernel/outbox.ts';
import type { CallbackLog, PaymentRepo, RefundLedger } from './payments/ports.ts';
import type { RatingRepo } from './ratings/ports.ts';
import type { SeatLockStore, SeatMaps } from './seats/ports.ts';
import type { Catalogue } from './trips/catalogue.ts';
import type { CityRepo, TripRepo, TripSearch } from './trips/ports.ts';

/** All that changes within one transaction. A use case asks for the part it needs. */
export interface Stores extends AccountStores {
  readonly events: Recorder<ServiceEvent>;
  readonly outbox: Outbox;
  readonly leases: Leases;
  readonly idempotency: Idempotency;
  readonly mailQueue: MailQueue;
  readonly catalogue: Catalogue;
  readonly trips: TripRepo;
  readonly payments: PaymentRepo;
  readonly refunds: RefundLedger;
  readonly callbacks: CallbackLog;
  readonly seatLocks: SeatLockStore;
  readonly bookings: BookingRepo;
  readonly ratings: RatingRepo;
  readonly activities: ActivityLog;
}

/** What screens show: read-only, outside transactions, one question one query. */
export interface Screens {
  readonly accounts: AccountViews;
  readonly cities: CityRepo;
  readonly tripSearch: TripSearch;
  readonly backlog: Outbox['backlog'];
  readonly eventsWait: Outbox['anyWaits'];
  readonly seatMaps: SeatMaps;
  readonly bookingViews: BookingViews;
  readonly mailsWait: MailQueue['anyDue'];
  readonly books: Books;
}
