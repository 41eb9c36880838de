import { type Instant, daysAfter, hoursAfter } from '../kernel/time.ts';
import type { PlatformStores, PlatformWorld } from './world.ts';

/**
 * Deletes in batches of at most `limit` rows until nothing is left to delete. Each batch has its own short transaction.
 */
export async function pruneAll(limit: number, prune: (limit: number) => Promise<number>): Promise<number> {
  let [count, pruned] = [limit, 0];
  while (count === limit) pruned += count = await prune(limit);
  return pruned;
}

/** Tables of the areas above, as far as old rows are deleted from them here. */
interface PrunedAbove {
  readonly callbacks: { pruneUnknown(before: Instant, limit: number): Promise<number> };
  readonly sandbox: { prune(before: Instant, limit: number): Promise<number> };
  readonly sentInvitations: { prune(before: Instant, limit: number): Promise<number> };
  readonly liveLinks: { prune(before: Instant, limit: number): Promise<number> };
  readonly doors: { prunePlaces(before: Instant, limit: number): Promise<number> };
  readonly bookedSeats: { pruneWishes(before: Instant, limit: number): Promise<number> };
}

/** Days for which published events are kept, so that people can look into problems. */
const EVENT_DAYS = 7;
/**
 * Days for which records of sent mails and text messages are kept, so that people can look into problems. Their
 * contents are deleted earlier.
 */
const MAIL_DAYS = 7;
/** Hours for which a repeated request gets the stored answer. */
const ANSWER_HOURS = 24;
/**
 * Days for which callbacks about unknown payments are kept. Anybody can forge such callbacks. Callbacks about known
 * payments are kept for ever.
 */
const UNKNOWN_CALLBACK_DAYS = 30;

/** Days for which payments at simulated gateways can be looked up and refunded. */
const SANDBOX_DAYS = 90;

/** Days for which records of invitations are kept. Sent invitations are counted over 24 hours. */
const INVITATION_DAYS = 2;

/** Days after the planned arrival for which codes of live links are kept. No bus is so late. */
const LINK_DAYS = 4;

/** Days after which nobody needs the places that people took in line for a door. */
const DOOR_DAYS = 30;

/** Days after the arrival for which passengers' needs and wishes are kept. */
const WISH_DAYS = 7;

export type PruneDelivered = ReturnType<typeof pruneDelivered>;

/**
 * Deletes old rows: events, answers, posted mails, text messages, callbacks about unknown payments, records of
 * invitations, payments at simulated gateways, live links of journeys that are over, and places at doors. Clears the
 * needs and wishes of passengers who arrived days ago. Works in batches and returns the number of these rows.
 */
export const pruneDelivered =
  ({ clock, transact }: PlatformWorld<PlatformStores & PrunedAbove>) =>
  async (batch = 1_000): Promise<number> => {
    const now = clock();
    const events = await pruneAll(batch, (limit) =>
      transact(({ outbox }) => outbox.prune(daysAfter(now, -EVENT_DAYS), limit)),
    );
    const answers = await pruneAll(batch, (limit) =>
      transact(({ idempotency }) => idempotency.prune(hoursAfter(now, -ANSWER_HOURS), limit)),
    );
    const mails = await pruneAll(batch, (limit) =>
      transact(({ mailQueue }) => mailQueue.prunePosted(daysAfter(now, -MAIL_DAYS), limit)),
    );
    const texts = await pruneAll(batch, (limit) =>
      transact(({ smsQueue }) => smsQueue.prune(daysAfter(now, -MAIL_DAYS), limit)),
    );
    const invitations = await pruneAll(batch, (limit) =>
      transact(({ sentInvitations }) => sentInvitations.prune(daysAfter(now, -INVITATION_DAYS), limit)),
    );
    const pretended = await pruneAll(batch, (limit) =>
      transact(({ sandbox }) => sandbox.prune(daysAfter(now, -SANDBOX_DAYS), limit)),
    );
    const wishes = await pruneAll(batch, (limit) =>
      transact(({ bookedSeats }) => bookedSeats.pruneWishes(daysAfter(now, -WISH_DAYS), limit)),
    );
    const links = await pruneAll(batch, (limit) =>
      transact(({ liveLinks }) => liveLinks.prune(daysAfter(now, -LINK_DAYS), limit)),
    );
    const places = await pruneAll(batch, (limit) =>
      transact(({ doors }) => doors.prunePlaces(daysAfter(now, -DOOR_DAYS), limit)),
    );
    const unknown = daysAfter(now, -UNKNOWN_CALLBACK_DAYS);
    return (
      events +
      answers +
      mails +
      texts +
      invitations +
      pretended +
      wishes +
      links +
      places +
      (await pruneAll(batch, (limit) => transact(({ callbacks }) => callbacks.pruneUnknown(unknown, limit))))
    );
  };
