import { isWholeCode } from '../../../core/bookings/booking-code.ts';
import { foldedCode } from '../../../core/kernel/folding.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { contains } from '../engine/keyset.ts';
import { type Fragment, fragment, raw } from '../engine/sql.ts';

/**
 * The search text of the passenger's account. A subquery for each row keeps a search from reading the whole table of
 * users. The list is read in order until the page is full. A counter sale has no search text, because its account is
 * the seller's.
 */
const ACCOUNT = raw(
  `(select users.search_key from users where users.id = bookings.user_id and bookings.channel = 'ONLINE')`,
);

/** The arrival of a booking: at the end of its section, or of its trip. */
const ARRIVAL = raw(
  'coalesce(bookings.section_arrives, (select trip.arrival_time from schedules as trip where trip.id = bookings.schedule_id))',
);

/** A complete booking code is found by an index; other texts are compared with every row. */
export function foundBy(q: string, contactsAfter: Instant | undefined): Fragment {
  if (isWholeCode(foldedCode(q))) return fragment`bookings.booking_code = ${foldedCode(q).toUpperCase()}`;
  const texts = [q, ...numberIn(q)];
  const inTexts = anyOf(texts.flatMap((text) => [contains(raw('bookings.search_key'), text), contains(ACCOUNT, text)]));
  if (contactsAfter === undefined) return inTexts;
  const inCode = anyOf(texts.map((text) => contains(raw('lower(bookings.booking_code)'), text)));
  return fragment`(${inCode} or (${inTexts} and ${ARRIVAL} > ${contactsAfter}))`;
}

const anyOf = (conditions: readonly Fragment[]): Fragment =>
  fragment`(${conditions.reduce((some, more) => fragment`${some} or ${more}`)})`;

/** A part of a booking code or phone number without the blanks that were typed in it. */
const numberIn = (q: string): readonly string[] => (/^(bt)?[\d ]+$/.test(q) && q.includes(' ') ? [foldedCode(q)] : []);
