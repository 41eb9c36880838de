import type { Account } from '../accounts/account.ts';
import { mobileNumberOf } from '../kernel/phone.ts';
import type { Instant } from '../kernel/time.ts';
import { doorNameOf } from './door.ts';
import type { UntoldMove } from './door-ports.ts';
import type { LineStores, LineTerms, LineWorld } from './world.ts';

/** The number of people who are told in one transaction. */
const AT_ONCE = 200;

export type TellMoved = ReturnType<typeof tellMoved>;

/**
 * Tells people who joined a door that its opening was moved, by text and mail, some at a time. Every process may run it
 * at once, because a move is locked. If an opening was moved again meanwhile, people are told of the last move alone.
 * Returns the number of people.
 */
export const tellMoved = (world: LineWorld & LineTerms) => async (): Promise<number> =>
  world.transact(async (stores) => {
    const { doors } = stores;
    const move = await doors.untoldMove();
    if (!move) return 0;
    const now = world.clock();
    const people = move.opensAt === move.presentlyAt ? await doors.joined(move.doorId, move.told, AT_ONCE) : [];
    for (const { userId } of people) {
      const account = await stores.users.find(userId);
      if (account?.status === 'ACTIVE') await tell(stores, world, { account, move, now });
    }
    await doors.saveTold(move.id, people.at(-1)?.place ?? move.told, people.length < AT_ONCE ? now : null);
    return people.length;
  });

interface Told {
  readonly account: Account;
  readonly move: UntoldMove;
  readonly now: Instant;
}

async function tell(
  { mailQueue, smsQueue }: LineStores,
  { calendar, passengerClientBase }: LineTerms,
  { account, move, now }: Told,
): Promise<void> {
  const about = {
    language: account.language ?? 'en',
    before: calendar.text(move.wasAt),
    opensAt: calendar.text(move.opensAt),
    page: `${passengerClientBase}/door/${doorNameOf(move.opensAt)}`,
  } as const;
  if (account.email !== null && account.emailVerified) {
    const mail = { kind: 'door-moved', to: account.email, name: account.fullName, reason: move.reason } as const;
    await mailQueue.post([{ ...mail, ...about }], now);
  }
  const to = account.phoneVerified ? mobileNumberOf(account.phone ?? '') : undefined;
  if (to !== undefined) await smsQueue.add([{ sms: { kind: 'DOOR', to, ...about }, expiresAt: move.opensAt }], now);
}
