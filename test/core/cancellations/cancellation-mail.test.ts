import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { BookingCancelledMail } from '../../../core/delivery/mailer.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Office } from '../../../core/payments/office-booking.ts';
import { sendBookingMails } from '../../../core/tickets/send-booking-mails.ts';
import { ticketTokens } from '../../../adapters/crypto/signed-strings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { memoryEngine } from '../../support/engines.ts';
import { recordingMailer } from '../../support/mailer.ts';
import { aBookedTrip, payingOn } from '../../support/paying.ts';
import type { Paying } from '../../support/paying.ts';
import { anAdmin } from '../../support/people.ts';

describe('the mail about a booking that the office has cancelled', () => {
  let paying: Paying;
  let booking: Booking;
  let admin: Office;
  let mailer: ReturnType<typeof recordingMailer>;

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    mailer = recordingMailer();
    const booked = await aBookedTrip(paying.engine);
    ({ booking } = booked);
    paying.clock.set(hoursAfter(booked.trip.departsAt, -30));
    admin = { role: 'ADMIN', userId: (await anAdmin(paying.engine)).id };
  });

  const pay = async () => paying.handleSuccess(paying.gateway.pay(await paying.checkout(booking)));
  const cancel = (by = admin, fee: 'none' | 'tiers' = 'none') =>
    cancellingOn(paying).cancelForOffice(by, booking, { reason: 'Landslide.', fee });
  const mailed = async (): Promise<readonly BookingCancelledMail[]> => {
    await sendBookingMails({
      ...paying.engine,
      clock: paying.clock,
      calendar: calendarOf('Asia/Kathmandu'),
      ticketTokens: ticketTokens('only for tests, thirty-two letters long'),
      ticketPrinter: { print: async () => new Uint8Array() },
      mailer,
    })();
    return mailer.sent.flatMap((mail) => (mail.kind === 'booking-cancelled' ? [mail] : []));
  };
  /** A deadline that has not passed at the moment of the tests. */
  const beforeDeadline = () => paying.clock.set(booking.bookedAt);

  it('goes once to its passenger, and says what, why, and what comes back by when', async () => {
    beforeDeadline();
    await pay();
    await cancel();
    const expected = {
      kind: 'booking-cancelled',
      name: 'Asha Gurung',
      bookingCode: booking.code,
      sourceCity: 'Kathmandu',
      destinationCity: 'Pokhara',
      departure: '2026-11-22 10:00',
      companyName: 'Blue Sky Travels',
      seats: 'A1, A2',
      by: 'service',
      reason: 'Landslide.',
      money: { paid: 240_000, refund: 240_000, dueOn: '2026-11-27' },
    };
    const [mail, ...more] = await mailed();
    expect([mail, more]).to.deep.equal([{ ...expected, to: mail?.to }, []]);
    expect(mail?.to).to.match(/^person-\d+@example\.com$/);
    paying.clock.advance(24 * 60);
    expect(await mailed()).to.have.length(1);
  });

  it('takes the place of a confirmation that is still to be sent', async () => {
    beforeDeadline();
    await pay();
    await cancel();
    await mailed();
    expect(mailer.sent.map(({ kind }) => kind)).to.deep.equal(['booking-cancelled']);
  });

  it('says what the fee leaves, also if that is nothing', async () => {
    for (const [hours, refund, dueOn] of [
      [30, 216_000, '2026-11-28'],
      [1, 0, undefined],
    ] as const) {
      const booked = await aBookedTrip(paying.engine);
      ({ booking } = booked);
      beforeDeadline();
      await pay();
      paying.clock.set(hoursAfter(booked.trip.departsAt, -hours));
      await cancel(admin, 'tiers');
      expect((await mailed()).at(-1)?.money).to.deep.equal({ paid: 240_000, refund, dueOn });
    }
  });

  it('says nothing of money that was never paid, also when it comes afterwards', async () => {
    beforeDeadline();
    const payment = await paying.checkout(booking);
    await cancel({ role: 'OPERATOR', userId: admin.userId, operatorId: booking.operatorId });
    await paying.handleSuccess(paying.gateway.pay(payment));
    expect((await mailed())[0]).to.deep.include({ by: 'company', money: undefined });
  });

  it('is not sent when passengers cancel themselves', async () => {
    beforeDeadline();
    await pay();
    await cancellingOn(paying).cancel(booking);
    expect([await mailed(), mailer.sent]).to.deep.equal([[], []]);
  });
});
