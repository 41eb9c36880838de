import { systemRandom } from '../../adapters/crypto/random.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import type { RefundTier } from '../../core/companies/company.ts';
import type { Member } from '../../core/companies/member.ts';
import { cancelForOffice } from '../../core/changes/cancel-for-office.ts';
import { cancelUnsold } from '../../core/changes/cancel-unsold.ts';
import { checkSale } from '../../core/counter/check-sale.ts';
import { checkoutSale } from '../../core/counter/checkout-sale.ts';
import { closeShift } from '../../core/counter/close-shift.ts';
import { openShift } from '../../core/counter/open-shift.ts';
import { type CounterSale, sellAtCounter } from '../../core/counter/sell-at-counter.ts';
import type { ShiftId, StaffId, TripId } from '../../core/kernel/ids.ts';
import { type Paisa, basisPoints, NOTHING } from '../../core/kernel/money.ts';
import { type Clock, minutesAfter } from '../../core/kernel/time.ts';
import { checkPaymentStatus } from '../../core/payments/check-payment-status.ts';
import { checkPayments } from '../../core/payments/check-payments.ts';
import type { Gateways, PaymentGateway } from '../../core/payments/gateway.ts';
import { viewOfficeBooking } from '../../core/payments/view-office-booking.ts';
import { pageOpener } from '../../core/payments/open-page.ts';
import { reconcilePayments } from '../../core/payments/reconcile-payments.ts';
import { calendar, seat } from './catalogue.ts';
import { type HandClock, START } from './clock.ts';
import type { Engine } from './engines.ts';
import { aPassenger } from './people.ts';

type Storage = Pick<Engine, 'transact'>;

/** Closes a person's open shift, if there is one. */
export const closeOpenShift = ({ transact }: Storage, member: Member): Promise<void> =>
  transact(async ({ shifts }) => {
    const open = await shifts.lockOpen(member);
    if (open) await shifts.close(open.id, { closedAt: START, countedCash: NOTHING, note: null });
  });

/** Closes a staff member's open shift, if there is one, and opens a new shift. */
export async function aNewShift(engine: Storage, member: Member, openingCash: Paisa = NOTHING): Promise<ShiftId> {
  await closeOpenShift(engine, member);
  return engine.transact(async ({ shifts, staff }) => {
    const { id: staffId } = (await staff.ofUser(member.userId))!;
    return (await shifts.open({ ...member, staffId, openedAt: START, openingCash }))!;
  });
}

/** A staff member who sells at the counters of a company. */
export async function aClerk(
  engine: Storage,
  { operatorId }: Pick<Member, 'operatorId'>,
): Promise<Member & { readonly staffId: StaffId }> {
  const { id: userId, email } = await aPassenger(engine);
  return engine.transact(async ({ staff, users }) => {
    await users.grantRole(userId, 'OPERATOR');
    const invitation = { operatorId, fullName: 'Ram Thapa', email, phone: null, position: 'CLERK' } as const;
    const until = minutesAfter(START, 60);
    const staffId = (await staff.invite({ ...invitation, nonce: 'x', invitedAt: START, expiresAt: until }))!;
    await staff.join(staffId, { userId, joinedAt: START, gaveRole: false, createdAccount: false });
    return { userId, operatorId, staffId };
  });
}

export const ASHA = { name: 'Asha Gurung', phone: '9812345678', email: null };

/** The platform's cancellation tiers, which apply to companies without tiers of their own. */
export const PLATFORM_TIERS: readonly RefundTier[] = [{ hours: 0, fee: basisPoints(5_000) }];

type Asked = Partial<Omit<CounterSale, 'seatNumbers'>> & { readonly numbers?: readonly string[] };

/**
 * A counter's use cases on one storage engine. The commission is 2.5 %. `code` is the gateway that makes the QR codes.
 */
export function counterOn(
  engine: Engine,
  clock: Clock | HandClock,
  code?: PaymentGateway,
  changeTiers: readonly RefundTier[] = [],
) {
  const gateways: Gateways = {
    ...engine.gateways,
    on: code ? [code] : [],
    preferred: 'ESEWA',
    of: (name) => (name === code?.name ? code : undefined),
  };
  const pause = async (milliseconds: number): Promise<void> => {
    if ('advance' in clock) clock.advance(milliseconds / 60_000);
  };
  const needs = {
    ...engine,
    gateways,
    clock,
    calendar,
    random: systemRandom,
    passengerClientBase: 'http://client',
    pause,
  };
  const selling = {
    ...needs,
    pages: pageOpener(needs),
    expireBookings: expireBookings(needs),
    cancelUnsold: cancelUnsold(needs),
    counterCommissionRate: basisPoints(250),
    cancellationTiers: PLATFORM_TIERS,
    changeTiers,
    counterQrMinutes: 5,
    rateLimit: true,
    alarm: () => undefined,
  };
  const sell = sellAtCounter(selling);
  const asking = { ...selling, checkPaymentStatus: checkPaymentStatus(selling) };
  const viewed = { viewOfficeBooking: viewOfficeBooking(engine), checkPayments: checkPayments(asking) };
  return {
    checkout: checkoutSale(selling),
    check: checkSale(viewed),
    cancel: cancelForOffice(selling),
    reconcile: reconcilePayments(asking),
    expire: selling.expireBookings,
    openShift: openShift(needs),
    closeShift: closeShift(needs),
    /** Sells seats of a trip to Asha, paid by QR. `asked` replaces these defaults. */
    sell: (
      { userId, operatorId }: Member,
      trip: TripId,
      { numbers = [], ...asked }: Asked = {},
      keep?: Parameters<typeof sell>[3],
    ) =>
      sell(
        { userId, operatorId },
        trip,
        {
          seatNumbers: numbers.map(seat),
          seats: 0,
          passengers: [],
          contact: ASHA,
          paidBy: 'QR',
          reference: null,
          ...asked,
        },
        keep,
      ),
  };
}
