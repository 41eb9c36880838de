import { expect } from 'chai';
import { writeCalendarEntry } from '../../../adapters/icalendar/calendar-entry.ts';
import type { SeatNumber } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Journey } from '../../../core/payments/ports.ts';

const at = (text: string): Instant => Date.parse(text) as Instant;

const aJourney = (traits: Partial<Journey> = {}): Journey => ({
  language: 'en',
  bookingCode: 'BT261121004711',
  sourceCity: 'Kathmandu',
  destinationCity: 'Pokhara',
  boardingPoint: 'Kalanki; gate 2, north',
  companyName: 'Blue Sky',
  busName: 'Blue Sky Deluxe',
  registrationNo: 'BA 3 KHA 1234',
  seats: ['A1', 'A2'] as SeatNumber[],
  seatsCount: 2,
  departsAt: at('2026-12-01T01:15:00Z'),
  arrivesAt: at('2026-12-01T08:15:00Z'),
  page: 'https://tickets.example.com/bookings/7',
  isCancelled: false,
  sequence: 0,
  at: at('2026-11-21T04:00:00Z'),
  ...traits,
});

const written = (traits: Partial<Journey> = {}): string => {
  const write = writeCalendarEntry({ baseUrl: 'https://tickets.example.com:8443', brand: 'Sajha' });
  return write(aJourney(traits));
};
/** Lines as calendar programs read them, after they have joined folded lines. */
const linesOf = (text: string): readonly string[] => text.replaceAll('\r\n ', '').split('\r\n');

describe('a journey as an iCalendar file', () => {
  it('a journey’s calendar file has the journey’s time and place, a reminder, and the booking’s code', () => {
    expect(written().endsWith('\r\nEND:VCALENDAR\r\n')).to.equal(true);
    const lines = linesOf(written());
    for (const line of [
      ...['BEGIN:VCALENDAR', 'METHOD:PUBLISH', 'UID:BT261121004711@tickets.example.com', 'STATUS:CONFIRMED'],
      ...['DTSTAMP:20261121T040000Z', 'DTSTART:20261201T011500Z', 'DTEND:20261201T081500Z'],
      'SUMMARY:Bus Kathmandu to Pokhara',
      'LOCATION:Kalanki\\; gate 2\\, north\\, Kathmandu',
      'URL;VALUE=URI:https://tickets.example.com/bookings/7',
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT2H', 'END:VALARM', 'END:VCALENDAR'],
    ])
      expect(lines).to.include(line);
    expect(lines.find((line) => line.startsWith('DESCRIPTION:Booking'))).to.include(
      'Booking: BT261121004711\\nOperator: Blue Sky\\nBus: Blue Sky Deluxe\\, BA 3 KHA 1234\\nSeats: A1\\, A2\\n',
    );
  });

  it('a cancelled journey’s calendar file removes the journey, with its SEQUENCE and without a reminder', () => {
    const lines = linesOf(written({ isCancelled: true, sequence: 4 }));
    expect(lines).to.include.members(['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:4']);
    expect(lines).not.to.include('BEGIN:VALARM');
  });

  it('a journey’s calendar file keeps its UID when the journey changes', () => {
    const uid = (text: string) => linesOf(text).find((line) => line.startsWith('UID:'));
    const later = written({ departsAt: at('2026-12-01T03:00:00Z'), at: at('2026-11-22T04:00:00Z') });
    expect(later).to.include('DTSTART:20261201T030000Z').and.include('DTSTAMP:20261122T040000Z');
    expect(uid(later)).to.equal(uid(written()));
  });

  it('a journey’s calendar file is in the booking’s language, also for a bus without a seat map', () => {
    const text = written({ language: 'ne', seats: [], seatsCount: 3, boardingPoint: '', page: null });
    const lines = linesOf(text);
    expect(lines).to.include('SUMMARY:बस: Kathmandu – Pokhara').and.include('LOCATION:Kathmandu');
    expect(lines.find((line) => line.startsWith('DESCRIPTION:बुकिङ'))).to.include('सिट: ३\\n');
    expect(text).not.to.include('URL');
  });

  it('text that users typed cannot add lines to a journey’s calendar file', () => {
    const text = written({ companyName: 'Blue\r\nATTENDEE:mailto:x@example.com', sourceCity: 'काठमाडौँ'.repeat(20) });
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).to.be.at.most(75);
    expect(linesOf(text).filter((line) => line.startsWith('ATTENDEE'))).to.deep.equal([]);
  });
});
