import type { BookingStatus } from '../../../core/bookings/booking.ts';
import type { BookingViews } from '../../../core/bookings/ports.ts';
import type { BookingId, UserId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Fragment, type Sql, fragment, raw } from '../engine/sql.ts';
import { JOURNEY_COLUMNS, JOURNEY_JOINS, type JourneyRow, toJourney } from './journey.ts';

/*
 * Counter sales by the customer's phone number. `contact_mobile` has the 10 digits of the number, however it was typed.
 * The index `bookings_of_contact` reads a number's newest sales first.
 */

const departedSince = (moment: Instant): Fragment => fragment`coalesce(bookings.section_departs,
  (select departure_time from schedules where schedules.id = bookings.schedule_id)) >= ${moment}`;

const soldTo = (phone: Fragment): Fragment =>
  fragment`bookings.contact_mobile = ${phone} and bookings.channel <> 'ONLINE'`;

/** Condition for counter sales to the user's verified phone number that departed at a moment or later. */
export const shownTo = (user: UserId, moment: Instant): Fragment => fragment`
  ${soldTo(fragment`(select phone from users where id = ${user} and phone_verified = ${true})`)} and ${departedSince(moment)}`;

interface Row extends JourneyRow {
  readonly id: BookingId;
  readonly booking_code: string;
  readonly booking_status: BookingStatus;
  readonly booked_at: Instant;
}

const NEWEST_FIRST = raw('order by bookings.booked_at desc, bookings.id desc');

export const knexBookingsOfNumber = (sql: Sql): Pick<BookingViews, 'ofNumber'> => ({
  async ofNumber(phone, search, limit) {
    const wanted =
      'code' in search ? fragment`bookings.booking_code = ${search.code}` : departedSince(search.departedSince);
    const newest = (whose: Fragment): Fragment => fragment`
      select * from (select bookings.id from bookings where ${whose} and ${wanted} ${NEWEST_FIRST} limit ${limit}) as part`;
    const rows = await sql.rows<Row>`
      with found as materialized (
        ${newest(soldTo(fragment`${phone}`))}
        union all
        ${newest(fragment`bookings.channel = 'ONLINE'
          and bookings.user_id in (select id from users where phone = ${phone} and phone_verified = ${true})`)})
      select bookings.id, bookings.booking_code, bookings.booking_status, bookings.booked_at,
        bookings.section_departs, bookings.section_arrives, ${JOURNEY_COLUMNS}
      from found join bookings on bookings.id = found.id ${JOURNEY_JOINS}
      ${NEWEST_FIRST} limit ${limit}`;
    return rows.map((row) => {
      const { sourceCity, destinationCity, departsAt } = toJourney(row);
      return {
        id: row.id,
        code: row.booking_code,
        status: row.booking_status,
        bookedAt: row.booked_at,
        sourceCity,
        destinationCity,
        departsAt,
      };
    });
  },
});
