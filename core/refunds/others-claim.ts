import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { canBeSent, liveClaim } from '../payments/refund.ts';
import type { RefundRecord } from './ports.ts';
import { refundClaimed } from './refusals.ts';
import { knownRefund } from './view-refunds.ts';
import type { RefundStores } from './world.ts';

/** Refuses a refund that another administrator has claimed. */
export function refuseOthersClaim({ claim }: Pick<RefundRecord, 'claim'>, admin: UserId, now: Instant): void {
  const live = liveClaim(claim, now);
  if (live && live.by !== admin) throw refundClaimed(live);
}

/**
 * Refuses to change a booking's refund account while another administrator has claimed a refund of the booking. The
 * claimant is about to send the money to the account that they see. The claimant may change the account, for instance
 * after a phone call.
 */
export async function refuseAccountWhileClaimed(
  stores: RefundStores,
  booking: BookingId,
  actor: { readonly role: string; readonly userId: UserId },
  now: Instant,
): Promise<void> {
  for (const refund of await stores.refunds.ofBooking(booking)) {
    if (!canBeSent(refund) || !liveClaim(refund.claim, now)) continue;
    if (actor.role !== 'ADMIN') throw refundClaimed();
    refuseOthersClaim(await knownRefund(stores, refund.id), actor.userId, now);
  }
}
