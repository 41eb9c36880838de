import type { CodeId, KnownSession, LoginEntry, NewCode } from '../../core/accounts/ports.ts';
import type { Account } from '../../core/accounts/account.ts';
import type { Role } from '../../core/accounts/caller.ts';
import type { BookingId, BusId, CityId, OperatorId, PaymentId, SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import type { KeptAnswer } from '../../core/kernel/idempotency.ts';
import type { Lease } from '../../core/kernel/leases.ts';
import type { OutboxEntry } from '../../core/kernel/outbox.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { CallbackEntry, Refund } from '../../core/payments/ports.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { Activity, Cancellation } from '../../core/bookings/ports.ts';
import type { Rating } from '../../core/ratings/ports.ts';
import type { SeatPassenger } from '../../core/seats/ports.ts';
import type { CatalogueBus, CatalogueSeat, CatalogueTrip, RouteId } from '../../core/trips/catalogue.ts';
import type { City } from '../../core/trips/ports.ts';

/** Everything the memory stores know: plain data, so that it can be copied and put back. */
export interface State {
  /** The newest key given out, of every kind of thing. */
  lastId: number;
  readonly users: Map<UserId, StoredUser>;
  readonly operators: Map<OperatorId, StoredOperator>;
  readonly codes: Map<CodeId, StoredCode>;
  /** When the trust in a device ends, by user and device. */
  readonly devices: Map<UserId, Map<string, Instant>>;
  readonly sessions: Map<string, KnownSession>;
  readonly usedOnce: Map<string, Instant>;
  readonly loginLog: (LoginEntry & { readonly at: Instant })[];
  outbox: (OutboxEntry & { readonly recordedAt: Instant; sentAt?: Instant })[];
  leases: readonly (Lease & { readonly expiresAt: Instant })[];
  /** By request key. */
  readonly answers: Map<string, KeptRequest>;
  readonly mailQueue: QueuedMail[];
  readonly cities: Map<CityId, City>;
  readonly routes: Map<RouteId, KeptRoute>;
  readonly buses: Map<BusId, KeptBus>;
  readonly trips: Map<TripId, KeptTrip>;
  readonly payments: Map<PaymentId, KeptPayment>;
  readonly refunds: Map<PaymentId, Refund>;
  readonly callbacks: CallbackEntry[];
  holds: readonly Hold[];
  readonly sales: KeptSale[];
  readonly bookings: Map<BookingId, Booking>;
  readonly cancellations: Map<BookingId, Cancellation>;
  readonly ratings: Map<BookingId, Rating & { readonly at: Instant }>;
  readonly activities: (Activity & { readonly at: Instant })[];
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

export interface StoredUser extends Writable<Omit<Account, 'roles' | 'companyName'>> {
  readonly granted: Set<Role>;
  wrongCodes: number;
  wrongCodesSince: Instant | null;
}

export interface StoredCode extends NewCode {
  readonly id: CodeId;
  used: boolean;
  attempts: number;
}

export interface StoredOperator {
  readonly id: OperatorId;
  readonly userId: UserId;
  companyName: string;
  ratingSum: number;
  ratingCount: number;
}

export interface KeptRequest {
  readonly bodyHash: string;
  readonly createdAt: Instant;
  readonly runningUntil: Instant | undefined;
  readonly answer: KeptAnswer | undefined;
}

export interface QueuedMail {
  readonly bookingId: BookingId;
  readonly queuedAt: Instant;
  attempts: number;
  nextAttemptAt: Instant | undefined;
  sentAt: Instant | undefined;
}

export interface KeptRoute {
  readonly id: RouteId;
  readonly source: CityId;
  readonly destination: CityId;
}

export interface KeptBus extends CatalogueBus {
  readonly id: BusId;
  /** Those of the seat map, and those that are gone from it but were held or booked. */
  readonly seats: readonly CatalogueSeat[];
}

export interface KeptTrip extends CatalogueTrip {
  readonly id: TripId;
  placesTaken: number;
}

export interface KeptPayment extends Writable<Payment> {
  reference: string | undefined;
  raw: string | undefined;
  updatedAt: Instant;
}

export interface Hold {
  readonly tripId: TripId;
  readonly seat: SeatNumber;
  readonly passenger: UserId;
  readonly expiresAt: Instant;
}

/** A seat sold with a booking, and who sits on it. */
export interface KeptSale extends SeatPassenger {
  readonly bookingId: BookingId;
  readonly tripId: TripId;
  active: boolean;
  /** Null: for good. */
  takenUntil: Instant | null;
}

export const emptyState = (): State => ({
  lastId: 0,
  users: new Map(),
  operators: new Map(),
  codes: new Map(),
  devices: new Map(),
  sessions: new Map(),
  usedOnce: new Map(),
  loginLog: [],
  outbox: [],
  leases: [],
  answers: new Map(),
  mailQueue: [],
  cities: new Map(),
  routes: new Map(),
  buses: new Map(),
  trips: new Map(),
  payments: new Map(),
  refunds: new Map(),
  callbacks: [],
  holds: [],
  sales: [],
  bookings: new Map(),
  cancellations: new Map(),
  ratings: new Map(),
  activities: [],
});

/** Foreign keys of the memory: a trip's bus is always there. */
export function busOf(state: State, trip: KeptTrip): KeptBus {
  const bus = state.buses.get(trip.busId);
  if (!bus) throw new Error(`Trip ${trip.id} is on a bus that is not there.`);
  return bus;
}

/** The next key. Kinds share one sequence: no test may count on numbers. */
export const nextId = <Id extends number>(state: State): Id => (state.lastId += 1) as Id;
