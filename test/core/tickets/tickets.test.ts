import { expect } from 'chai';
import { ticketTokens } from '../../../adapters/crypto/signed-strings.ts';
import type { BookingStatus } from '../../../core/bookings/booking.ts';
import type { Mailer } from '../../../core/platform/mailer.ts';
import { sendMails } from '../../../core/platform/send-mails.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { BookingId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter, secondsAfter } from '../../../core/kernel/time.ts';
import { composeBookingMail } from '../../../core/tickets/confirmation-mail.ts';
import { printOfficeTicket, printTicket } from '../../../core/tickets/print-ticket.ts';
import type { Journey } from '../../../core/payments/ports.ts';
import type { Ticket, TicketPrinter } from '../../../core/tickets/ports.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine, onEveryEngine } from '../../support/engines.ts';
import { type RecordingMailer, recordingMailer } from '../../../adapters/memory/mailer.ts';
import { aPassenger } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const SECRET = 'only for tests, thirty-two letters long';

/** Stores the data of a ticket as JSON instead of drawing a PDF. */
const plainPrinter: TicketPrinter = { print: async (ticket) => new TextEncoder().encode(JSON.stringify(ticket)) };
const read = (content: Uint8Array): Ticket => JSON.parse(new TextDecoder().decode(content)) as Ticket;

const ticketing = (engine: Engine, clock: HandClock) => ({
  ...engine,
  clock,
  calendar: calendarOf('Asia/Kathmandu'),
  ticketTokens: ticketTokens(SECRET),
  baseUrl: 'https://bus.example.com',
  ticketPrinter: plainPrinter,
  writeCalendarEntry: (journey: Journey) => JSON.stringify(journey),
});

describe('tickets', () => {
  let engine: Engine;
  let tripId: TripId;
  let asha: UserId;

  beforeEach(async () => {
    engine = memoryEngine();
    tripId = (
      await aTrip(engine, { seats: ['A1', 'A2', 'B1'], bus: { name: 'Night Rider', registrationNo: 'BA 3 KHA 7788' } })
    ).id;
    asha = (await aPassenger(engine, { fullName: 'Asha Gurung' })).id;
  });

  const print = (bookingId: BookingId, by = asha) => printTicket(ticketing(engine, handClock()))(by, bookingId);
  const booked = (status: BookingStatus) =>
    aBooking(engine, { userId: asha, tripId, seats: [seat('B1'), seat('A2')], status });

  it('a ticket shows passengers, route, time, seats, buses and the price paid', async () => {
    const booking = await booked('CONFIRMED');
    const { fileName, content } = await print(booking.id);
    const { token: _token, ...said } = read(content);
    expect(fileName).to.equal(`ticket-${booking.code}.pdf`);
    expect(said).to.deep.equal({
      bookingCode: booking.code,
      bookedAt: booking.bookedAt,
      passengerName: 'Asha Gurung',
      sourceCity: 'Kathmandu',
      destinationCity: 'Pokhara',
      companyName: 'Blue Sky Travels',
      busName: 'Night Rider',
      registrationNo: 'BA 3 KHA 7788',
      departure: '2026-11-22 10:00',
      arrival: '2026-11-22 17:00',
      language: 'en',
      gettingOn: { name: 'Kathmandu', time: '2026-11-22 10:00' },
      companyPhone: null,
      soldBy: null,
      crew: [],
      seats: ['A2', 'B1'].map((number) => ({ seat: number, name: '', boardingPoint: '' })),
      places: 2,
      amountPaid: 240_000,
      status: 'CONFIRMED',
    });
  });

  it('a ticket names a stop that the passenger typed with the time of the departure', async () => {
    await changePlan(engine, tripId, { boardingPoints: [{ name: 'Kalanki', minutes: 25 }] });
    const passengers = [sitting(seat('A1'), { boardingPoint: 'At the mill' })];
    const { id } = await aBooking(engine, {
      userId: asha,
      tripId,
      status: 'CONFIRMED',
      seats: [seat('A1')],
      passengers,
    });
    expect(read((await print(id)).content).gettingOn).to.deep.equal({ name: 'At the mill', time: '2026-11-22 10:00' });
  });

  it('a ticket of a counter sale carries the buyer’s name, and belongs to no account', async () => {
    const contact = { name: 'Bikram Rai', phone: '01-4412345', email: null };
    const sold = { userId: asha, tripId, status: 'CONFIRMED', channel: 'COUNTER', contact } as const;
    const { id, operatorId } = await aBooking(engine, { ...sold, seats: [seat('A1')] });
    const office = { role: 'OPERATOR', userId: asha, operatorId } as const;
    const { content } = await printOfficeTicket(ticketing(engine, handClock()))(office, id);
    expect(read(content).passengerName).to.equal('Bikram Rai');
    expect(await refusalOf(print(id))).to.deep.equal(['conflict', 'TICKET_UNAVAILABLE']);
  });

  it('a ticket on a bus without a seat map says how many places it is for', async () => {
    const minibus = (await aTrip(engine, { seats: 9 })).id;
    const placesOn = async (seatsCount: number) =>
      read(
        (await print((await aBooking(engine, { userId: asha, tripId: minibus, seatsCount, status: 'CONFIRMED' })).id))
          .content,
      );
    for (const places of [1, 3]) expect(await placesOn(places)).to.deep.include({ seats: [], places });
  });

  it('a ticket exists for every booking that was paid and not cancelled, and for no other booking', async () => {
    for (const status of ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'] satisfies BookingStatus[]) {
      const one = await aBooking(engine, { userId: asha, tripId, status });
      expect(read((await print(one.id)).content).status).to.equal(status);
    }
    for (const status of ['PENDING_PAYMENT', 'CANCELLED', 'REFUNDED', 'EXPIRED'] satisfies BookingStatus[]) {
      const one = await aBooking(engine, { userId: asha, tripId, status });
      expect(await refusalOf(print(one.id))).to.deep.equal(['conflict', 'TICKET_UNAVAILABLE']);
    }
  });

  it('a ticket of another passenger’s booking is refused as for an unknown booking', async () => {
    const { id } = await booked('CONFIRMED');
    const bikram = (await aPassenger(engine)).id;
    const refused = (ending: Promise<unknown>) =>
      ending.then(
        () => 'handed out',
        (error: unknown) => (error as Error).message,
      );
    expect(await refusalOf(print(id, bikram))).to.deep.equal(['conflict', 'TICKET_UNAVAILABLE']);
    expect(await refused(print(id, bikram))).to.equal(await refused(print(2_000_000_000 as BookingId)));
  });

  it('a ticket’s token identifies its booking, and is the same whenever the ticket is made', async () => {
    const booking = await booked('CONFIRMED');
    const { token } = read((await print(booking.id)).content);
    const years = daysAfter(START, 5_000);
    expect(ticketTokens(SECRET).open(token, years)).to.deep.equal({ bookingId: booking.id, bookingCode: booking.code });
    expect(read((await print(booking.id)).content).token).to.equal(token);
    expect(JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())).to.include({ iat: START / 1_000 });
  });

  it('a ticket’s token is invalid once a letter of it is changed', async () => {
    const { token } = read((await print((await booked('CONFIRMED')).id)).content);
    const forged = `${Buffer.from(JSON.stringify({ t: 'ticket', b: 1, c: 'BT261120000001' })).toString('base64url')}.${token.split('.')[1]!}`;
    expect(
      [forged, token.slice(0, -1), `${token}A`, '', '.'].map((text) => ticketTokens(SECRET).open(text, START)),
    ).to.deep.equal(Array.from({ length: 5 }, () => undefined));
    expect(ticketTokens('another secret, thirty-two letters').open(token, START)).to.equal(undefined);
  });
});

const mailing = (engine: Engine, clock: HandClock, mailer: Mailer, ticketPrinter = plainPrinter) =>
  sendMails({
    ...engine,
    clock,
    mailer,
    mailIsWanted: async () => true,
    composeBookingMail: composeBookingMail({ ...ticketing(engine, clock), ticketPrinter }),
  });

/** Queues `count` confirmation mails, each about another booking. Returns the bookings. */
async function queued(engine: Engine, count = 1) {
  const { id: userId } = await aPassenger(engine, { fullName: 'Asha Gurung' });
  const { id: tripId } = await aTrip(engine, { seats: 50 });
  const bookings = [];
  for (let made = 0; made < count; made += 1) {
    const booking = await aBooking(engine, { userId, tripId, status: 'CONFIRMED' });
    await engine.transact(({ mailQueue }) =>
      mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId: booking.id }, START),
    );
    bookings.push(booking);
  }
  return bookings;
}

describe('the confirmation mail', () => {
  let engine: Engine;
  let clock: HandClock;
  let mailer: RecordingMailer;

  beforeEach(() => {
    [engine, clock, mailer] = [memoryEngine(), handClock(), recordingMailer()];
  });

  const send = () => mailing(engine, clock, mailer)();

  it('the confirmation mail goes to the passenger only once, with the ticket', async () => {
    const [booking] = await queued(engine);
    expect(await send()).to.deep.equal({ sent: 1, troubles: [] });
    clock.advance(24 * 60);
    expect(await send()).to.deep.equal({ sent: 0, troubles: [] });

    const [mail, ...more] = mailer.sent;
    expect(more).to.deep.equal([]);
    if (mail?.kind !== 'booking-confirmed') throw new Error('It is another mail.');
    const { ticket, calendarEntries = [], to, ...facts } = mail;
    expect(to).to.match(/^person-\d+@example\.com$/);
    expect(facts).to.deep.include({
      kind: 'booking-confirmed',
      name: 'Asha Gurung',
      bookingCode: booking!.code,
      sourceCity: 'Kathmandu',
      destinationCity: 'Pokhara',
      departure: '2026-11-22 10:00',
      busName: 'Blue Sky Deluxe',
      companyName: 'Blue Sky Travels',
      seats: [],
      seatsCount: 1,
      language: 'en',
      channel: 'ONLINE',
      amount: 120_000,
      page: `https://tickets.example.com/bookings/${booking!.id}`,
    });
    const { code } = booking!;
    expect([ticket.fileName, ...calendarEntries.map(({ fileName }) => fileName)]).to.deep.equal([
      `ticket-${code}.pdf`,
      `${code}.ics`,
    ]);
    expect(read(ticket.content)).to.include({ bookingCode: booking!.code, status: 'CONFIRMED' });
  });

  it('the confirmation mail, its calendar entry and the ticket name the place and time at which the passenger gets on', async () => {
    const { id: userId } = await aPassenger(engine);
    const { id: tripId } = await aTrip(engine, { seats: ['A1'] });
    await changePlan(engine, tripId, {
      boardingPoints: [{ name: 'Kalanki', minutes: 25 }],
      droppingPoints: [{ name: 'Lakeside', minutes: 400 }],
    });
    const passengers = [sitting(seat('A1'), { boardingPoint: 'Kalanki', droppingPoint: 'Lakeside' })];
    const { id: bookingId } = await aBooking(engine, {
      userId,
      tripId,
      status: 'CONFIRMED',
      seats: [seat('A1')],
      passengers,
    });
    await engine.transact(({ mailQueue }) => mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, START));
    await send();
    const [mail] = mailer.sent;
    if (mail?.kind !== 'booking-confirmed') throw new Error('It is another mail.');
    const gettingOn = { name: 'Kalanki', time: '2026-11-22 10:25' };
    expect(mail).to.deep.include({ gettingOn, departure: '2026-11-22 10:00' });
    expect(read(mail.ticket.content).gettingOn).to.deep.equal(gettingOn);
    const { departsAt, arrivesAt } = JSON.parse(mail.calendarEntries![0]!.text) as Journey;
    for (const times of [mail, { departsAt, arrivesAt }])
      expect([times.departsAt, times.arrivesAt].map((at) => new Date(at).toISOString())).to.deep.equal([
        '2026-11-22T04:40:00.000Z',
        '2026-11-22T10:55:00.000Z',
      ]);
  });

  it('the confirmation mail about a counter sale goes to the buyer with a link to the ticket, if an address is known', async () => {
    const { id: userId } = await aPassenger(engine);
    const { id: tripId } = await aTrip(engine, { seats: 50 });
    for (const email of ['bikram@example.com', null]) {
      const contact = { name: 'Bikram Rai', phone: '01-4412345', email };
      const sold = { userId, tripId, status: 'CONFIRMED', channel: 'COUNTER', contact } as const;
      const { id: bookingId } = await aBooking(engine, sold);
      await engine.transact(({ mailQueue }) => mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, START));
    }
    expect(await send()).to.deep.equal({ sent: 1, troubles: [] });
    expect(mailer.sent[0]).to.include({ to: 'bikram@example.com', name: 'Bikram Rai', channel: 'COUNTER' });
    expect((mailer.sent[0] as { readonly page?: string | null }).page).to.match(
      /^https:\/\/bus\.example\.com\/ticket\?token=/,
    );
  });

  it('the confirmation mail is retried at growing intervals from 5 seconds, for a day, and then given up', async () => {
    const [booking] = await queued(engine);
    mailer.broken = true;
    const attempts: number[] = [];
    const pauses: number[] = [];
    for (let next: Instant | undefined = START; next !== undefined;) {
      clock.set((next - 1) as Instant);
      expect(await send()).to.deep.equal({ sent: 0, troubles: [] });
      clock.set(next);
      const {
        sent,
        troubles: [trouble],
      } = await send();
      expect([sent, trouble?.bookingId, (trouble?.error as Error).message]).to.deep.equal([
        0,
        booking!.id,
        'The mail server does not answer.',
      ]);
      attempts.push(trouble!.attempt);
      const after: Instant | undefined = trouble!.nextAttemptAt;
      if (after !== undefined) pauses.push((after - next) / 1_000);
      next = after;
    }
    expect(attempts).to.deep.equal(attempts.map((_, index) => index + 1));
    expect(pauses.slice(0, 4)).to.deep.equal([5, 10, 20, 40]);
    expect(pauses).to.deep.equal([...pauses].sort((one, other) => one - other));
    expect(clock()).to.be.within(hoursAfter(START, 23), hoursAfter(START, 24));

    mailer.broken = false;
    clock.set(daysAfter(START, 3));
    expect(await send()).to.deep.equal({ sent: 0, troubles: [] });
  });

  it('the confirmation mail is sent once the mail server works again', async () => {
    await queued(engine, 3);
    mailer.broken = true;
    expect((await send()).troubles).to.have.length(3);
    mailer.broken = false;
    clock.set(secondsAfter(START, 5));
    expect(await send()).to.deep.equal({ sent: 3, troubles: [] });
  });

  it('the confirmation mail is not sent if the booking is cancelled before the mail is sent', async () => {
    const [booking] = await queued(engine);
    await engine.transact(({ bookings }) => bookings.move(booking!.id, 'refund'));
    expect(await send()).to.deep.equal({ sent: 0, troubles: [] });
    clock.advance(60);
    expect([await send(), mailer.sent]).to.deep.equal([{ sent: 0, troubles: [] }, []]);
  });

  it('the confirmation mail waits while its ticket’s PDF cannot be drawn, and delays no other mail', async () => {
    const [first] = await queued(engine, 2);
    const jammed: TicketPrinter = {
      print: (ticket) =>
        ticket.bookingCode === first!.code ? Promise.reject(new Error('Paper jam.')) : plainPrinter.print(ticket),
    };
    const { sent, troubles } = await mailing(engine, clock, mailer, jammed)();
    expect([sent, troubles.map(({ bookingId, nextAttemptAt }) => [bookingId, nextAttemptAt])]).to.deep.equal([
      1,
      [[first!.id, secondsAfter(START, 5)]],
    ]);
  });

  it('the confirmation mail is sent by another process when the process that sent it has died', async () => {
    await queued(engine);
    await engine.transact(({ mailQueue }) => mailQueue.claim(START, minutesAfter(START, 2), 5));
    expect((await send()).sent).to.equal(0);
    clock.advance(2);
    expect((await send()).sent).to.equal(1);
  });
});

onEveryEngine('confirmations mailed by several processes at once', (engine) => {
  it('confirmation mails of several bookings are sent only once each, although several processes send mails', async () => {
    const bookings = await queued(engine(), 12);
    const [clock, mailer] = [handClock(), recordingMailer()];
    const send = mailing(engine(), clock, mailer);
    const rounds = await Promise.all(Array.from({ length: 4 }, () => send()));
    rounds.push(await send());
    expect(rounds.flatMap(({ troubles }) => troubles)).to.deep.equal([]);
    const codes = mailer.sent.map((mail) => (mail.kind === 'booking-confirmed' ? mail.bookingCode : ''));
    expect(codes.sort()).to.deep.equal(bookings.map(({ code }) => code).sort());
  });
});
