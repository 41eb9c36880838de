import { expect } from 'chai';
import { ticketTokens } from '../../../adapters/crypto/signed-strings.ts';
import type { Booking, BookingStatus } from '../../../core/bookings/booking.ts';
import type { BookingId, UserId } from '../../../core/kernel/ids.ts';
import { ticketUrlOf } from '../../../core/tickets/ticket.ts';
import { viewTicketStatus } from '../../../core/tickets/view-ticket-status.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import type { TripForTests } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import type { HandClock } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';
import type { Engine } from '../../support/engines.ts';
import { aPassenger } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const tokens = ticketTokens('only for tests, thirty-two letters long');

describe('what everybody may know of a ticket', () => {
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
  const view = (token: string) => viewTicketStatus({ ...engine, clock, ticketTokens: tokens })(token);

  it('is who rides where, when, on which seats of which bus, and that it is good', async () => {
    const booking = await booked('CONFIRMED', { seats: [seat('B1'), seat('A2')] });
    expect(await view(tokenOf(booking))).to.deep.equal({
      bookingCode: booking.code,
      bookingStatus: 'CONFIRMED',
      seats: ['A2', 'B1'],
      sourceCity: 'Kathmandu',
      destinationCity: 'Pokhara',
      departsAt: trip.departsAt,
      busName: 'Night Rider',
      registrationNo: 'BA 3 KHA 7788',
      boardingPoint: '',
      passengerName: 'Asha Gurung',
      isValid: true,
    });
  });

  it('is that it is good while it is paid, and until the bus arrives', async () => {
    const [confirmed, boarded] = [await booked('CONFIRMED'), await booked('CHECKED_IN')];
    clock.set((trip.arrivesAt - 1) as typeof trip.arrivesAt);
    for (const booking of [confirmed, boarded])
      expect(await view(tokenOf(booking))).to.include({ bookingStatus: booking.status, isValid: true });
    clock.set(trip.arrivesAt);
    for (const booking of [confirmed, boarded, await booked('COMPLETED')])
      expect(await view(tokenOf(booking))).to.include({ isValid: false, passengerName: 'Asha Gurung' });
  });

  it('is not whose it was once it has ended without a journey', async () => {
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

  it('is the contact of what was sold at a counter', async () => {
    const contact = { name: 'Bikram Rai', phone: '01-4412345', email: null };
    const sold = await booked('CONFIRMED', { channel: 'COUNTER', contact });
    expect((await view(tokenOf(sold))).passengerName).to.equal('Bikram Rai');
  });

  it('is told for the very token that its ticket and its address carry', async () => {
    const booking = await booked('CONFIRMED');
    const url = ticketUrlOf({ ticketTokens: tokens, baseUrl: 'https://bus.example' }, booking);
    expect(url).to.equal(`https://bus.example/ticket?token=${tokenOf(booking)}`);
    expect(new URL(url).searchParams.get('token')).to.equal(tokenOf(booking));
  });

  it('is nothing of a token that was changed, or of a booking that is not the one that it names', async () => {
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
