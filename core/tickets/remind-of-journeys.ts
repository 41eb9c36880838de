import { aboutBooking } from '../payments/about-booking.ts';
import type { OfficeBooking } from '../payments/office-booking.ts';
import { smsAbout } from '../payments/sms-number.ts';
import type { JourneyReminderMail } from '../platform/booking-mails.ts';
import { newReminderSms } from '../platform/sms.ts';
import { ticketOf, ticketUrlOf } from './ticket.ts';
import type { TicketWorld } from './world.ts';

const BATCH = 200;

/** The local time from which people are reminded of the next day's journeys, and the time at which it is too late. */
const FROM = '18:00';
const UNTIL = '22:00';

export type RemindOfJourneys = ReturnType<typeof remindOfJourneys>;

/**
 * Reminds people of the journeys of the next day, once a booking: by a text message, or by mail if no number gets one.
 * Does nothing before 18:00 and from 22:00 on. Bookings made after 18:00 get no reminder, because their confirmation
 * has just told the same. Returns the number of reminded bookings. Safe to run in every process at once.
 */
export const remindOfJourneys =
  (needs: TicketWorld) =>
  async (batch = BATCH): Promise<number> => {
    const { clock, calendar } = needs;
    const now = clock();
    const today = calendar.date(now);
    const from = calendar.at(today, FROM);
    const until = calendar.at(today, UNTIL);
    const tomorrow = calendar.day(calendar.dateAfter(today, 1));
    if (from === undefined || until === undefined || tomorrow === undefined || now < from || now >= until) return 0;
    const remind = () =>
      needs.transact(async (stores) => {
        const ids = await stores.bookings.toRemind(tomorrow, from, batch);
        await stores.bookings.markReminded(ids, now);
        const messages = messagesTo(needs, await stores.officeBookings.findAll(ids));
        await stores.smsQueue.add(
          messages.flatMap(({ sms }) => sms),
          now,
        );
        await stores.mailQueue.post(
          messages.flatMap(({ mail }) => mail),
          now,
        );
        return ids.length;
      });
    let reminded = 0;
    for (let count = await remind(); count > 0; count = await remind()) reminded += count;
    return reminded;
  };

/** The text message about each booking, or else the mail. */
const messagesTo = (needs: TicketWorld, bookings: readonly OfficeBooking[]) =>
  bookings.map((booking) => {
    const sms = smsAbout(booking, { kind: 'REMINDER' }).map((text) => newReminderSms(text, booking.trip));
    return { sms, mail: sms.length > 0 ? [] : mailAbout(needs, booking) };
  });

function mailAbout(needs: TicketWorld, booking: OfficeBooking): readonly JourneyReminderMail[] {
  const about = aboutBooking(booking, needs.passengerClientBase);
  if (!about) return [];
  const { departure, busName, registrationNo, gettingOn } = ticketOf(needs, booking);
  // A buyer at a counter has no account, so the mail links to the ticket's public page.
  const page = about.page ?? ticketUrlOf(needs, booking);
  const { companyPhone } = booking;
  return [{ kind: 'journey-reminder', ...about, page, departure, busName, registrationNo, gettingOn, companyPhone }];
}
