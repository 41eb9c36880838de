import type { Booking } from '../../core/bookings/booking.ts';
import type { GivenPart } from '../../core/changes/asked-part.ts';
import { cancelBooking, quoteCancellation } from '../../core/changes/cancel-booking.ts';
import { type OfficeCancellation, cancelForOffice } from '../../core/changes/cancel-for-office.ts';
import { basisPoints } from '../../core/kernel/money.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';
import type { Office } from '../../core/payments/office-booking.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { Engine } from './engines.ts';
import { recorded } from './events.ts';
import { type Paying, paymentOf } from './paying.ts';
import { NEWS } from './news.ts';

export const TIERS = [
  { hours: 48, fee: basisPoints(0) },
  { hours: 24, fee: basisPoints(1_000) },
  { hours: 0, fee: basisPoints(10_000) },
];

export const FREE = { refund: 240_000, fee: 0, tier: '0% fee: 48 hours or more before departure' };
export const SMALL_FEE = { refund: 216_000, fee: 24_000, tier: '10% fee: 24 to 48 hours before departure' };
export const NO_REFUND = { refund: 0, fee: 240_000, tier: '100% fee: less than 24 hours before departure' };
export const NO_CHARGE = { refund: 0, fee: 0, tier: 'No charge: this booking has not been paid for' };

export const cancellingOn = (paying: Paying) => ({
  cancelForOffice: (office: Office, { id }: Pick<Booking, 'id'>, given: Partial<OfficeCancellation> = {}) =>
    cancelForOffice({ ...paying.engine, ...NEWS, clock: paying.clock, cancellationTiers: TIERS })(office, id, {
      reason: 'The bus broke down.',
      fee: 'none',
      ...given,
    }),
  quote: quoteCancellation({ ...paying.engine, clock: paying.clock, cancellationTiers: TIERS }),
  cancel: ({ id, userId }: Pick<Booking, 'id' | 'userId'>, reason = '', part: GivenPart = {}) =>
    cancelBooking({ ...paying.engine, ...NEWS, clock: paying.clock, cancellationTiers: TIERS })(
      userId,
      id,
      reason,
      part,
    ),
});

export const codeOf = (error: unknown): string => (error as Refusal).code;

export const viewOf = async (engine: Engine, { id, userId }: Booking) => (await engine.bookingViews.find(id, userId))!;
export const refundOf = (engine: Engine, { id }: Payment) =>
  engine.transact(async ({ refunds }) => (await refunds.ofPayment(id))[0]);
export const statusOf = async (engine: Engine, { transactionUuid }: Payment) =>
  (await paymentOf(engine, transactionUuid)).status;
export const operatorsNotified = async (engine: Engine) =>
  (await recorded(engine))
    .map(([, message]) => message as { type?: string; payload?: object })
    .filter(({ type }) => type === 'booking_cancelled')
    .map(({ payload }) => payload);
