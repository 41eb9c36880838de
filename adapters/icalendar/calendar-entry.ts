import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Journey, WriteCalendarEntry } from '../../core/payments/ports.ts';
import { FORMATS } from '../language/formats.ts';
import { WORDS } from './words.ts';

/** The passenger's calendar shows a reminder this many seconds before the departure. */
const REMINDER_SECONDS = 2 * 3_600;

interface Needs {
  /** The address of the service, which makes the UID of an entry unique among services. */
  readonly baseUrl: string;
  readonly brand: string;
}

/** Writes journeys as iCalendar files. Times are in UTC; calendars convert them to the reader's time zone. */
export const writeCalendarEntry =
  ({ baseUrl, brand }: Needs): WriteCalendarEntry =>
  (journey) => {
    const { language, bookingCode, sourceCity, destinationCity, boardingPoint, page, isCancelled, sequence } = journey;
    const summary = WORDS[language].summary(sourceCity, destinationCity);
    const calendar = ical({
      prodId: { company: brand, product: 'Bus Ticket', language: language.toUpperCase() },
      method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    });
    calendar.createEvent({
      id: `${bookingCode}@${new URL(baseUrl).hostname}`,
      sequence,
      stamp: new Date(journey.at),
      start: new Date(journey.departsAt),
      end: new Date(journey.arrivesAt),
      summary,
      location: boardingPoint === '' ? sourceCity : `${boardingPoint}, ${sourceCity}`,
      description: descriptionOf(journey),
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(page !== null && { url: page }),
      alarms: isCancelled ? [] : [{ type: ICalAlarmType.display, trigger: REMINDER_SECONDS, description: summary }],
    });
    // RFC 5545 ends every line with CRLF, the last one too.
    return `${calendar.toString().trimEnd()}\r\n`;
  };

function descriptionOf({
  language,
  bookingCode,
  companyName,
  busName,
  registrationNo,
  seats,
  seatsCount,
}: Journey): string {
  const words = WORDS[language];
  return [
    `${words.booking}: ${bookingCode}`,
    `${words.company}: ${companyName}`,
    `${words.bus}: ${busName}, ${registrationNo}`,
    `${words.seats}: ${seats.length > 0 ? seats.join(', ') : FORMATS[language].count(seatsCount)}`,
    words.showTicket,
  ].join('\n');
}
