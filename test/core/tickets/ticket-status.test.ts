import { expect } from 'chai';
import { ticketTokens } from '../../../adapters/crypto/signed-strings.ts';
import type { Booking, BookingStatus } from '../../../core/bookings/booking.ts';
import type { BookingId, UserId } from '../../../core/kernel/ids.ts';
import { ticketUrlOf } from '../../../core/tickets/ticket.ts';
import { viewTicketStatus } from '../../../core/tickets/view-ticket.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, calendar, changePlan, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { aPassenger } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const tokens = ticketTokens('only for tests, thirty-two letters long');

describe('the public status of a ticket', () => {
  let engine: Engine;
  let clock: HandClock;
  let trip: TripForTests;
  let asha: UserId;

  beforeEach(async () => {
    [engine, clock] = [memoryEngine(), handClock()];
    trip = await aTrip(engine, { bus: { name: 'Night Rider', registrationNo: 'BA 3 KHA 7788' } });
    asha = (await aPassenger(engine, { fullName: 'Asha Gurung' })).id;
  });

  const booked = (status: BookingStatus, traits: Partial<Parameters<typeof aBooking>[1]> = {}) =>
    aBooking(engine, { userId: asha, tripId: trip.id, status, ...traits });
  const tokenOf = ({ id, code, bookedAt }: Booking): string =>
    tokens.sign({ bookingId: id, bookingCode: code }, bookedAt);
  const view = (token: string) =>
    viewTicketStatus({ ...engine, clock, calendar, ticketTokens: tokens, baseUrl: 'https://bus.example' })(token);

  it('the public page of a ticket shows passengers, route, time, seats, buses and that the ticket is valid', async () => {
    const booking = await booked('CONFIRMED', { seats: [seat('B1'), seat('A2')] });
    expect(await view(tokenOf(booking))).to.deep.equal({
      bookingCode: booking.code,
      bookingStatus: 'CONFIRMED',
      tripId: trip.id,
      section: { from: 0, to: 1 },
      seats: ['A2', 'B1'],
      sourceCity: 'Kathmandu',
      destinationCity: 'Pokhara',
      departsAt: trip.departsAt,
      busName: 'Night Rider',
      registrationNo: 'BA 3 KHA 7788',
      boardingPoint: '',
      gettingOn: { name: 'Kathmandu', at: trip.departsAt, place: null },
      companyName: 'Blue Sky Travels',
      companyPhone: null,
      soldBy: null,
      crew: [],
      passengerName: 'Asha Gurung',
      isValid: true,
      changedTo: null,
    });
  });

  it('the public page of a valid ticket names the crew from the day of departure on, and not before', async () => {
    const crew = [{ role: 'DRIVER' as const, name: 'Ram Thapa', phone: '9841000000' }];
    await engine.transact(({ tripCrews }) => tripCrews.put(trip.id, crew));
    const [good, cancelled] = [await booked('CONFIRMED'), await booked('CANCELLED')];
    const day = calendar.day(calendar.date(trip.departsAt))!;
    clock.set((day.start - 1) as typeof day.start);
    expect((await view(tokenOf(good))).crew).to.deep.equal([]);
    clock.set(day.start);
    expect((await view(tokenOf(good))).crew).to.deep.equal(crew);
    expect((await view(tokenOf(cancelled))).crew).to.deep.equal([]);
    clock.set(trip.arrivesAt);
    expect((await view(tokenOf(good))).crew).to.deep.equal([]);
  });

  it('a ticket is shown as valid while the booking is paid, until the bus arrives', async () => {
    const [confirmed, boarded] = [await booked('CONFIRMED'), await booked('CHECKED_IN')];
    clock.set((trip.arrivesAt - 1) as typeof trip.arrivesAt);
    for (const booking of [confirmed, boarded])
      expect(await view(tokenOf(booking))).to.include({ bookingStatus: booking.status, isValid: true });
    clock.set(trip.arrivesAt);
    for (const booking of [confirmed, boarded, await booked('COMPLETED')])
      expect(await view(tokenOf(booking))).to.include({ isValid: false, passengerName: 'Asha Gurung' });
  });

  it('a ticket of a cancelled trip is shown as invalid, even before its booking has been cancelled', async () => {
    const booking = await booked('CONFIRMED');
    await changePlan(engine, trip.id, { status: 'CANCELLED' });
    expect(await view(tokenOf(booking))).to.include({ bookingStatus: 'CONFIRMED', isValid: false });
  });

  it('the public page of a ticket hides the passengers’ names once the booking is cancelled or refunded', async () => {
    for (const status of ['CANCELLED', 'REFUNDED', 'EXPIRED', 'PENDING_PAYMENT'] as const) {
      const booking = await booked(status, { seats: [seat('A1')] });
      expect(await view(tokenOf(booking)), status).to.deep.include({
        bookingStatus: status,
        seats: ['A1'],
        isValid: false,
        passengerName: null,
      });
      if (status === 'PENDING_PAYMENT')
        await engine.transact(({ seatLocks }) => seatLocks.releaseBooking(booking.id, START));
    }
  });

  it('the public page of a ticket of a counter sale shows the buyer’s name', async () => {
    const contact = { name: 'Bikram Rai', phone: '01-4412345', email: null };
    const sold = await booked('CONFIRMED', { channel: 'COUNTER', contact });
    expect((await view(tokenOf(sold))).passengerName).to.equal('Bikram Rai');
  });

  it('the public page of a ticket accepts the token in the QR code and the one in the page’s URL', async () => {
    const booking = await booked('CONFIRMED');
    const url = ticketUrlOf({ ticketTokens: tokens, baseUrl: 'https://bus.example' }, booking);
    expect(url).to.equal(`https://bus.example/ticket?token=${tokenOf(booking)}`);
    expect(new URL(url).searchParams.get('token')).to.equal(tokenOf(booking));
  });

  it('the public page of a ticket refuses a changed token, and a token of a different booking', async () => {
    const booking = await booked('CONFIRMED');
    const token = tokenOf(booking);
    const [payload, signature] = token.split('.');
    for (const edited of [
      '',
      'x',
      '.',
      payload!,
      `${token}A`,
      token.slice(1),
      `${token}.`,
      `${payload!}A.${signature!}`,
    ])
      expect(await refusalOf(view(edited)), edited).to.deep.equal(['absent', 'TICKET_UNKNOWN']);
    for (const named of [
      { bookingId: 2_000_000_000 as BookingId, bookingCode: booking.code },
      { bookingId: booking.id, bookingCode: 'BT261120999999' },
    ])
      expect(await refusalOf(view(tokens.sign(named, START)))).to.deep.equal(['absent', 'TICKET_UNKNOWN']);
  });
});
