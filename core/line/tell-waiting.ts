import type { Account } from '../accounts/account.ts';
import { mobileNumberOf } from '../kernel/phone.ts';
import type { Instant } from '../kernel/time.ts';
import type { AboutWaitMail, SeatsOfferedMail, WaitOverMail } from '../platform/mailer.ts';
import type { NewSms } from '../platform/sms.ts';
import type { ListedWait } from './ports.ts';
import type { Offer, Wait } from './wait.ts';
import type { LineStores, LineTerms } from './world.ts';

/** The reason why a wait is over: nobody took the offered seats, or the bus has too few of the wanted seats. */
export type WhyOver = WaitOverMail['reason'];

interface Told {
  readonly account: Account;
  readonly wait: ListedWait;
}

/** The person who waits and the trip; undefined if nobody is to be told. */
async function toTell({ users, waitViews }: LineStores, { id, userId }: Wait, at: Instant): Promise<Told | undefined> {
  const [account, wait] = [await users.find(userId), await waitViews.find(id, at)];
  return account?.status === 'ACTIVE' && wait ? { account, wait } : undefined;
}

/** The page where people see for what they wait. */
const pageOf = ({ passengerClientBase }: LineTerms): string => `${passengerClientBase}/bookings`;

const languageOf = ({ language }: Account) => language ?? 'en';

/** The facts in every mail about a wait; undefined for an account without a verified address. */
function aboutWait(terms: LineTerms, { account, wait }: Told): AboutWaitMail | undefined {
  if (account.email === null || !account.emailVerified) return undefined;
  const { trip, count } = wait;
  return {
    to: account.email,
    name: account.fullName,
    language: languageOf(account),
    sourceCity: trip.sourceCity,
    destinationCity: trip.destinationCity,
    departure: terms.calendar.text(trip.departsAt),
    companyName: trip.companyName,
    seats: wait.offer?.seats ?? [],
    seatsCount: count,
    page: pageOf(terms),
  };
}

/** Tells a person that seats are offered: by mail at once, and by a text message at `textAt`. */
export async function tellOffered(
  stores: LineStores,
  terms: LineTerms,
  offered: Wait & { readonly offer: Offer },
  { now, textAt }: { readonly now: Instant; readonly textAt: Instant },
): Promise<void> {
  const told = await toTell(stores, offered, now);
  if (!told) return;
  const until = terms.calendar.text(offered.offer.until);
  const about = aboutWait(terms, told);
  if (about) await stores.mailQueue.post([{ kind: 'seats-offered', ...about, until } satisfies SeatsOfferedMail], now);
  const text = textTo(terms, told, offered.offer);
  if (text) await stores.smsQueue.add([{ ...text, dueAt: textAt }], now);
}

function textTo(terms: LineTerms, { account, wait }: Told, { seats, until }: Offer): NewSms | undefined {
  const to = account.phoneVerified ? mobileNumberOf(account.phone ?? '') : undefined;
  if (to === undefined) return undefined;
  const { calendar } = terms;
  const { sourceCity, destinationCity, departsAt } = wait.trip;
  return {
    sms: {
      kind: 'OFFERED',
      to,
      waitId: wait.id,
      language: languageOf(account),
      sourceCity,
      destinationCity,
      departure: calendar.text(departsAt),
      seats,
      seatsCount: wait.count,
      until: calendar.text(until),
      page: pageOf(terms),
    },
    expiresAt: until,
  };
}

/** Tells a person, by mail alone, that a wait is over. */
export async function tellOver(
  stores: LineStores,
  terms: LineTerms,
  wait: Wait,
  reason: WhyOver,
  now: Instant,
): Promise<void> {
  // An offer that has just ended by the clock is still read as it was.
  const told = await toTell(
    stores,
    wait,
    ((wait.offer && wait.offer.until <= now ? wait.offer.until : now) - 1) as Instant,
  );
  const about = told && aboutWait(terms, told);
  if (about) await stores.mailQueue.post([{ kind: 'wait-over', ...about, reason } satisfies WaitOverMail], now);
}
