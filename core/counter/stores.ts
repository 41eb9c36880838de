import type { BookingStores } from '../bookings/stores.ts';
import type { OperatorNotified } from '../bookings/booking.ts';
import type { CompanyStores } from '../companies/stores.ts';
import type { BusRepo } from '../fleet/ports.ts';
import type { LedgerStores } from '../ledger/stores.ts';
import type { OfficeBookings } from '../payments/office-booking.ts';
import type { PaymentStores } from '../payments/stores.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { PlatformStores } from '../platform/stores.ts';
import type { TripBlocks } from '../seats/block.ts';
import type { SeatEvent } from '../seats/seat-events.ts';
import type { SeatStores } from '../seats/stores.ts';
import type { TripStores } from '../trips/stores.ts';
import type { ShiftRepo, ShiftViews } from './ports.ts';

/** The stores of the area `counter`. A use case picks only the stores that it needs. */
export interface ShiftStores {
  readonly shifts: ShiftRepo;
  readonly shiftViews: Pick<ShiftViews, 'find'>;
}

/** The stores that a sale reads and changes, whether the customer pays in cash or by a gateway's code. */
export interface CounterStores extends Pick<
  CompanyStores & ShiftStores & TripStores & SeatStores & BookingStores & PaymentStores & LedgerStores & PlatformStores,
  | 'companies'
  | 'staff'
  | 'shifts'
  | 'trips'
  | 'seatLocks'
  | 'bookings'
  | 'payments'
  | 'ledger'
  | 'mailQueue'
  | 'smsQueue'
  | 'trail'
  | 'idempotency'
> {
  readonly blocks: Pick<TripBlocks, 'use' | 'usePlaces' | 'lend'>;
  readonly buses: Pick<BusRepo, 'seatMaps'>;
  readonly officeBookings: Pick<OfficeBookings, 'find'>;
  readonly events: Recorder<SeatEvent | OperatorNotified>;
}
