import type { Booking } from '../bookings/booking.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { BookingId, RefundId, UserId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { takesAccount } from '../payments/automatic-refunds.ts';
import type { Gateways } from '../payments/gateway.ts';
import type { AccountNamer, RefundAccount } from '../payments/refund.ts';
import { noSuchBooking } from '../payments/refusals.ts';
import type { Actor } from '../platform/trail.ts';
import { type GivenAccount, wantedAccount } from './account.ts';
import { giveAccount } from './give-account.ts';
import { lockRefund } from './lock-refund.ts';
import { refuseAccountWhileClaimed } from './others-claim.ts';
import { noRefundDue, passengerNamesAccount } from './refusals.ts';
import type { RefundStores, RefundWorld } from './world.ts';

export type NameAccount = ReturnType<typeof nameAccount>;

/**
 * Sets the bank or wallet account for refunds of a passenger's own booking. Refused if no refund of the booking can
 * still go to a new account.
 */
export const nameAccount =
  ({ clock, transact, gateways, passengerClientBase: clientBase }: RefundWorld) =>
  async (passenger: UserId, id: BookingId, given: GivenAccount): Promise<RefundAccount> => {
    const account = wantedAccount(given);
    return transact(async (stores) => {
      const booking = await stores.bookings.lockOwned(id, passenger);
      if (!booking) throw bookingUnknown();
      return name(stores, {
        booking,
        account,
        actor: { role: 'PASSENGER', userId: passenger },
        clock,
        clientBase,
        gateways,
      });
    });
  };

export type NameAccountForContact = ReturnType<typeof nameAccountForContact>;

/**
 * Sets the refund account of a booking that the company sold at its counter. Refused for an online booking: only its
 * passenger sets the account. So company staff cannot redirect a passenger's money to themselves.
 */
export const nameAccountForContact =
  ({ clock, transact, gateways, passengerClientBase: clientBase }: RefundWorld) =>
  async (member: Member, id: BookingId, given: GivenAccount): Promise<RefundAccount> => {
    const account = wantedAccount(given);
    return transact(async (stores) => {
      await shareCompany(stores, member, 'CLERK');
      const booking = await stores.bookings.lock(id);
      if (booking?.operatorId !== member.operatorId) throw noSuchBooking();
      if (booking.channel === 'ONLINE') throw passengerNamesAccount();
      return name(stores, {
        booking,
        account,
        actor: { role: 'OPERATOR', userId: member.userId },
        clock,
        clientBase,
        gateways,
      });
    });
  };

export type NameAccountForRefund = ReturnType<typeof nameAccountForRefund>;

/** Sets the refund account of a counter booking, for an administrator, for instance after a phone call. */
export const nameAccountForRefund =
  ({ clock, transact, gateways, passengerClientBase: clientBase }: RefundWorld) =>
  async (admin: UserId, id: RefundId, given: GivenAccount): Promise<RefundAccount> => {
    const account = wantedAccount(given);
    return transact(async (stores) => {
      const { refund, booking } = await lockRefund(stores, id);
      if (!booking) throw noRefundDue();
      if (booking.channel === 'ONLINE') throw passengerNamesAccount();
      if (!takesAccount(refund, gateways)) throw noRefundDue();
      return name(stores, { booking, account, actor: { role: 'ADMIN', userId: admin }, clock, clientBase, gateways });
    });
  };

interface Naming {
  /** The locked booking. */
  readonly booking: Booking;
  readonly account: RefundAccount;
  readonly actor: Actor & { readonly role: AccountNamer; readonly userId: UserId };
  readonly clock: Clock;
  readonly clientBase: string;
  readonly gateways: Pick<Gateways, 'of'>;
}

async function name(stores: RefundStores, { clock, gateways, ...naming }: Naming): Promise<RefundAccount> {
  const { booking, account, actor } = naming;
  const now = clock();
  const joined = await stores.changes.joined(booking.id);
  for (const id of joined) if (id !== booking.id) await stores.bookings.lock(id);
  const refunds = (await Promise.all(joined.map((id) => stores.refunds.ofBooking(id)))).flat();
  if (!refunds.some((refund) => takesAccount(refund, gateways))) throw noRefundDue();
  for (const id of joined) await refuseAccountWhileClaimed(stores, id, actor, now);
  await giveAccount(stores, { ...naming, now });
  return account;
}
