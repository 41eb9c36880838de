import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { aPassenger } from '../../support/people.ts';
import { onEveryServer } from '../../support/http.ts';
import { expectProblem } from '../../support/problems.ts';
import { readTexts } from '../../support/texts.ts';

const START = '/api/passenger/phone/start';
const VERIFY = '/api/passenger/phone/verify';
const FIND = '/api/tickets/find';

let numbers = 0;
const newNumber = (): string => `98220${String((numbers += 1)).padStart(5, '0')}`;

onEveryServer(
  'finding a booking by code and phone number',
  (api) => {
    const codeTo = async (phone: string): Promise<string> =>
      (await readTexts(api().dependencies, api().clock())).findLast(({ to }) => to === phone)?.code ?? '';
    const ask = async (phone: string, purpose = 'find') => {
      const { json } = await api().post(START, { phone, purpose });
      return { ticket: json.ticket as string, code: await codeTo(phone) };
    };
    /** Adds an account with a verified phone number, and a booking of this account. */
    const booked = async (): Promise<{ readonly booking: Booking; readonly phone: string }> => {
      const phone = newNumber();
      const proof = await ask(phone, 'sign_in');
      const { user } = (await api().post(VERIFY, { ...proof, full_name: 'Maya Gurung' })).json;
      const { dependencies } = api();
      const { id: tripId } = await aTrip(dependencies);
      const seats = [seat('A1')];
      const booking = await aBooking(dependencies, { userId: user.id as UserId, tripId, seats, status: 'CONFIRMED' });
      return { booking, phone };
    };

    it('a booking is found by its booking code, however it is typed, and an SMS code to the verified phone number', async () => {
      const { booking, phone } = await booked();
      const spelled = ` ${booking.code.toLowerCase().slice(0, 8)} ${booking.code.slice(8)}`;
      const proof = await ask(`+977${phone}`);
      // The SMS code was sent to the phone number with 10 digits, without +977.
      const found = await api().post(FIND, { ...proof, code: await codeTo(phone), booking_code: spelled });
      expect([found.status, found.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      const { json } = await api().get(`/api/tickets/${found.json.token}`);
      expect(json).to.include({ booking_code: booking.code, valid: true });
    });

    it('a counter sale is found by the buyer’s phone number', async () => {
      const { dependencies } = api();
      const phone = newNumber();
      const { id: userId } = await aPassenger(dependencies);
      const { id: tripId } = await aTrip(dependencies);
      const contact = { name: 'Hari Thapa', phone: `+977-${phone}`, email: null };
      const booking = await aBooking(dependencies, {
        userId,
        tripId,
        seats: [seat('A1')],
        status: 'CONFIRMED',
        channel: 'COUNTER',
        contact,
      });
      const found = await api().post(FIND, { ...(await ask(phone)), booking_code: booking.code });
      expect((await api().get(`/api/tickets/${found.json.token}`)).json).to.include({ booking_code: booking.code });
    });

    it('a search without a booking code lists all bookings of the phone number that left at most 90 days ago', async () => {
      const { booking: own, phone } = await booked();
      const { dependencies, clock } = api();
      const { id: userId } = await aPassenger(dependencies);
      const sold = async (departsAt: Instant, of = phone) => {
        const { id: tripId } = await aTrip(dependencies, { departsAt });
        const contact = { name: 'Hari Thapa', phone: of, email: null };
        const sale = { channel: 'COUNTER', status: 'CONFIRMED', seats: [seat('A1')], contact } as const;
        return aBooking(dependencies, { userId, tripId, bookedAt: minutesAfter(clock(), 1), ...sale });
      };
      const [recent, old] = [
        await sold(daysAfter(clock(), -90), `00977 ${phone}`),
        await sold(minutesAfter(daysAfter(clock(), -90), -1)),
      ];
      await sold(daysAfter(clock(), 1), newNumber());
      const { status, json } = await api().post(FIND, { ...(await ask(phone)), booking_code: ' ' });
      expect(status).to.equal(200);
      expect(json.token).to.equal(null);
      expect(json.results.map((one: { booking_code: string }) => one.booking_code)).to.deep.equal([
        recent.code,
        own.code,
      ]);
      expect(json.results[0]).to.include({
        booking_status: 'CONFIRMED',
        departure_time: toIso(daysAfter(clock(), -90)),
        source_city: 'Kathmandu',
        destination_city: 'Pokhara',
      });
      const ticket = await api().get(`/api/tickets/${json.results[0].token}`);
      expect(ticket.json).to.include({ booking_code: recent.code });
      const byCode = await api().post(FIND, { ...(await ask(phone)), booking_code: old.code });
      expect(byCode.json.results).to.have.lengthOf(1);
      expect(byCode.json.token).to.equal(byCode.json.results[0].token);
    });

    it('a search without a booking code finds nothing for a phone number without bookings, and the SMS code stays valid', async () => {
      const { phone } = await booked();
      const proof = await ask(newNumber());
      expectProblem(await api().post(FIND, proof), 404, 'BOOKING_UNKNOWN');
      expectProblem(await api().post(FIND, { ...proof, booking_code: 'BT1' }), 404, 'BOOKING_UNKNOWN');
      expect((await api().post(FIND, await ask(phone))).json.results).to.have.lengthOf(1);
    });

    it('the SMS code for finding a booking says what it is for, works once, and does not sign in', async () => {
      const { booking, phone } = await booked();
      const proof = await ask(phone);
      const texts = await readTexts(api().dependencies, api().clock());
      expect(texts.findLast(({ to }) => to === phone)).to.include({ purpose: 'FIND' });
      expectProblem(await api().post(VERIFY, { ...proof, full_name: 'Maya' }), 401, 'CODE_INVALID');
      expect((await api().post(FIND, { ...proof, booking_code: booking.code })).status).to.equal(200);
      expectProblem(await api().post(FIND, { ...proof, booking_code: booking.code }), 401, 'CODE_INVALID');
    });

    it('an SMS code for signing in finds no booking', async () => {
      const { booking, phone } = await booked();
      const proof = await ask(phone, 'sign_in');
      expectProblem(await api().post(FIND, { ...proof, booking_code: booking.code }), 401, 'CODE_INVALID');
    });

    it('a search for a booking is checked in order: missing fields, SMS code, booking', async () => {
      const { booking, phone } = await booked();
      const proof = await ask(phone);
      const body = { ...proof, booking_code: booking.code };
      for (const field of ['ticket', 'code'])
        for (const value of [undefined, '', null, {}])
          expectProblem(await api().post(FIND, { ...body, [field]: value }), 400, 'VALIDATION');
      expectProblem(await api().post(FIND, { ...body, booking_code: {} }), 400, 'VALIDATION');
      const wrong = proof.code === '000000' ? '000001' : '000000';
      expectProblem(await api().post(FIND, { ...body, code: wrong, booking_code: 'BT1' }), 401, 'CODE_INVALID');
      for (const unknown of ['BT1', 'BT999999999999', '%'])
        expectProblem(await api().post(FIND, { ...body, booking_code: unknown }), 404, 'BOOKING_UNKNOWN');
      expect((await api().post(FIND, body)).status, 'a right code stays valid').to.equal(200);
    });

    it('a search for a booking is in the login log only as a sent code, and never as a failed sign-in', async () => {
      const { booking, phone } = await booked();
      const proof = await ask(phone);
      const wrong = proof.code === '000000' ? '000001' : '000000';
      expectProblem(await api().post(FIND, { ...proof, code: wrong, booking_code: booking.code }), 401, 'CODE_INVALID');
      expectProblem(await api().post(FIND, { ...proof, booking_code: 'BT1' }), 404, 'BOOKING_UNKNOWN');
      expect((await api().post(FIND, { ...proof, booking_code: booking.code })).status).to.equal(200);
      const { rows } = await api().dependencies.loginLogViews.list({ userId: booking.userId }, { limit: 10 });
      expect(rows.map(({ kind }) => kind)).to.deep.equal(['OTP_SENT', 'SUCCESS']);
    });

    it('a search for a booking with another phone number is refused like a search for an unknown booking', async () => {
      const { booking } = await booked();
      const proof = await ask((await booked()).phone);
      const others = await api().post(FIND, { ...proof, booking_code: booking.code });
      const none = await api().post(FIND, { ...proof, booking_code: 'BT999999999999' });
      expectProblem(others, 404, 'BOOKING_UNKNOWN');
      expect(others.json.detail).to.equal(none.json.detail);
    });

    it('an SMS code for finding a booking allows five searches, and a sixth is refused even with the right booking code', async () => {
      const { booking, phone } = await booked();
      const proof = await ask(phone);
      for (let search = 0; search < 5; search += 1)
        expectProblem(await api().post(FIND, { ...proof, booking_code: 'BT1' }), 404, 'BOOKING_UNKNOWN');
      expectProblem(await api().post(FIND, { ...proof, booking_code: booking.code }), 401, 'CODE_INVALID');
    });
  },
  { environment: { OTP_RESEND_SECONDS: '0', SMS_CODES_HOUR: '0', SMS_CODES_DAY: '0', SMS_CODES_ADDRESS: '0' } },
);
