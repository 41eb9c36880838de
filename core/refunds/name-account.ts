import type { BookingRepo } from '../bookings/ports.ts';
import type { Booking } from '../bookings/booking.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { CompanyRepo, StaffRepo } from '../companies/ports.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { RefundAccount, RefundRepo } from '../payments/refund.ts';
import { noSuchBooking } from '../payments/refusals.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Actor, Trail } from '../trail/trail.ts';
import { wantedAccount } from './account.ts';
import type { GivenAccount } from './account.ts';
import { noRefundDue } from './refusals.ts';

interface Stores {
  readonly bookings: Pick<BookingRepo, 'find' | 'findOwned'>;
  readonly refunds: Pick<RefundRepo, 'nameAccount'>;
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly trail: Trail;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
}

export type NameAccount = ReturnType<typeof nameAccount>;

/** A passenger says to which account what they get back is to be sent, as long as it is not on its way. */
export const nameAccount =
  ({ clock, transact }: Needs) =>
  async (passenger: UserId, id: BookingId, given: GivenAccount): Promise<RefundAccount> =>
    transact(async (stores) => {
      const booking = await stores.bookings.findOwned(id, passenger);
      if (!booking) throw bookingUnknown();
      return name(stores, booking, given, { role: 'PASSENGER', userId: passenger }, clock());
    });

export type NameAccountForContact = ReturnType<typeof nameAccountForContact>;

/** The company's people do it for somebody who stands at the counter, or calls. */
export const nameAccountForContact =
  ({ clock, transact }: Needs) =>
  async (member: Member, id: BookingId, given: GivenAccount): Promise<RefundAccount> =>
    transact(async (stores) => {
      await shareCompany(stores, member, 'CLERK');
      const booking = await stores.bookings.find(id);
      if (booking?.operatorId !== member.operatorId) throw noSuchBooking();
      return name(stores, booking, given, { role: 'OPERATOR', userId: member.userId }, clock());
    });

async function name(
  { refunds, trail }: Stores,
  { id, operatorId, code }: Booking,
  given: GivenAccount,
  actor: Actor,
  now: Instant,
): Promise<RefundAccount> {
  const account = wantedAccount(given);
  if ((await refunds.nameAccount(id, account)) === 0) throw noRefundDue();
  await trail.add(
    {
      kind: 'REFUND_ACCOUNT_NAMED',
      actor,
      operatorId,
      subject: { type: 'booking', id },
      // That somebody redirected the money is known by this row; whereto, by the refund alone.
      changes: changesBetween({}, { account_kind: account.kind }),
      description: `Named the account to which refunds of booking ${code} are sent.`,
    },
    now,
  );
  return account;
}
