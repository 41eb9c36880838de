import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BookingCancelledMail } from '../../../core/platform/booking-mails.ts';
import { sendMails } from '../../../core/platform/send-mails.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Office } from '../../../core/payments/office-booking.ts';
import { composeBookingMail } from '../../../core/tickets/confirmation-mail.ts';
import { ticketTokens } from '../../../adapters/crypto/signed-strings.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { memoryEngine } from '../../support/engines.ts';
import { recordingMailer } from '../../../adapters/memory/mailer.ts';
import { type Paying, aBookedTrip, payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator } from '../../support/people.ts';

describe('the mail about an office cancellation', () => {
  let paying: Paying;
  let booking: Booking;
  let admin: Office;
  let company: Office;
  let mailer: ReturnType<typeof recordingMailer>;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    mailer = recordingMailer();
    const { id: userId, operatorId } = await anOperator(paying.engine, { companyName: 'Blue Sky Travels' });
    company = { role: 'OPERATOR', userId, operatorId };
    const booked = await aBookedTrip(paying.engine, { operatorId });
    ({ booking } = booked);
    paying.clock.set(hoursAfter(booked.trip.departsAt, -30));
    admin = { role: 'ADMIN', userId: (await anAdmin(paying.engine)).id };
  });

  const pay = async () => paying.handleSuccess(paying.gateway.pay(await paying.checkout(booking)));
  const cancel = (by = admin, fee: 'none' | 'tiers' = 'none') =>
    cancellingOn(paying).cancelForOffice(by, booking, { reason: 'Landslide.', fee });
  const mailed = async (): Promise<readonly BookingCancelledMail[]> => {
    await sendMails({
      ...paying.engine,
      clock: paying.clock,
      composeBookingMail: composeBookingMail({
        ...paying.engine,
        calendar: calendarOf('Asia/Kathmandu'),
        baseUrl: 'https://bus.example.com',
        ticketTokens: ticketTokens('only for tests, thirty-two letters long'),
        clock: paying.clock,
        ticketPrinter: { print: async () => new Uint8Array() },
      }),
      mailer,
      mailIsWanted: async () => true,
    })();
    return mailer.sent.flatMap((mail) => (mail.kind === 'booking-cancelled' ? [mail] : []));
  };
  /** Moves the clock back to a time before the payment deadline. */
  const beforeDeadline = () => paying.clock.set(booking.bookedAt);

  it('the mail about a cancelled booking goes only once to the passenger, with the reason, the refund and its due date', async () => {
    beforeDeadline();
    await pay();
    await cancel();
    const expected = {
      kind: 'booking-cancelled',
      channel: 'ONLINE',
      name: 'Asha Gurung',
      bookingCode: booking.code,
      sourceCity: 'Kathmandu',
      destinationCity: 'Pokhara',
      departure: '2026-11-22 10:00',
      companyName: 'Blue Sky Travels',
      language: 'en',
      seats: ['A1', 'A2'],
      seatsCount: 2,
      page: `https://tickets.example.com/bookings/${booking.id}`,
      by: 'service',
      reason: 'Landslide.',
      money: { paid: 240_000, before: 0, refund: 240_000, dueOn: '2026-11-27', goesTo: 'ACCOUNT', account: null },
    };
    const [mail, ...more] = await mailed();
    const { calendarEntries = [], ...facts } = mail ?? {};
    expect([facts, more]).to.deep.equal([{ ...expected, to: mail?.to }, []]);
    expect(calendarEntries.map(({ isCancelled }) => isCancelled)).to.deep.equal([true]);
    expect(mail?.to).to.match(/^person-\d+@example\.com$/);
    paying.clock.advance(24 * 60);
    expect(await mailed()).to.have.length(1);
  });

  it('the mail about a cancelled booking replaces a confirmation mail that is not sent yet', async () => {
    beforeDeadline();
    await pay();
    await cancel();
    await mailed();
    expect(mailer.sent.map(({ kind }) => kind)).to.deep.equal(['booking-cancelled']);
  });

  it('the mail about a cancelled booking names the refund after the fee, even if the refund is zero', async () => {
    for (const [hours, refund, dueOn] of [
      [30, 216_000, '2026-11-28'],
      [1, 0, null],
    ] as const) {
      const booked = await aBookedTrip(paying.engine);
      ({ booking } = booked);
      beforeDeadline();
      await pay();
      paying.clock.set(hoursAfter(booked.trip.departsAt, -hours));
      await cancel(admin, 'tiers');
      expect((await mailed()).at(-1)?.money).to.deep.include({ paid: 240_000, refund, dueOn });
    }
  });

  it('the mail about a cancelled unpaid booking names no amount of money, even if a payment arrives afterwards', async () => {
    beforeDeadline();
    const payment = await paying.checkout(booking);
    await cancel(company);
    await paying.handleSuccess(paying.gateway.pay(payment));
    expect((await mailed())[0]).to.deep.include({ by: 'company', money: null });
  });

  it('the mail about a cancelled counter sale goes to the buyer if an address is known, never to the clerk who sold it', async () => {
    for (const email of ['bikram@example.com', null]) {
      const contact = { name: 'Bikram Rai', phone: '01-4412345', email };
      const sold = { userId: company.userId, tripId: booking.tripId, status: 'CONFIRMED' } as const;
      booking = await aBooking(paying.engine, { ...sold, channel: 'COUNTER', contact });
      await cancel(company);
    }
    const [mail, ...more] = await mailed();
    expect(mail).to.include({ to: 'bikram@example.com', name: 'Bikram Rai', channel: 'COUNTER' });
    expect(more).to.deep.equal([]);
  });

  it('a passenger who cancels a booking gets no mail about it, except one that asks for an account for the refund', async () => {
    beforeDeadline();
    await pay();
    await cancellingOn(paying).cancel(booking);
    expect([await mailed(), mailer.sent.map(({ kind }) => kind)]).to.deep.equal([[], ['refund-due']]);
  });
});
