import { expect } from 'chai';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { changingOverHttp, type PaidOverHttp } from '../../support/changing-over-http.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { beginPayment } from '../../support/paying-over-http.ts';
import { authenticate } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { aScan } from '../../support/scanning.ts';

/** A booking of Rs 1,000 is being changed, 10 hours before its departure, to a dearer trip. Rs 301 are left to pay. */
onEveryServer(
  'a change over HTTP that waits to be paid',
  (api) => {
    const user = changingOverHttp(api);
    let booking: PaidOverHttp;
    let made: Json;
    let pay: () => Promise<void>;

    beforeEach(async () => {
      await user.begin();
      booking = await user.paid();
      api().clock.set(hoursAfter(booking.trip.departsAt, -10));
      const to = await user.another(60_050);
      const changed = await user.change(booking, to);
      expect(changed.status, changed.text).to.equal(201);
      made = changed.json;
      pay = await beginPayment(api(), made.id, user.passenger());
    });

    const statuses = async (): Promise<readonly string[]> => [
      (await user.read(booking)).booking_status,
      (await user.read(made)).booking_status,
    ];
    const refundsOf = async (one: { readonly id: number }): Promise<readonly (readonly [string, number])[]> =>
      (await user.read(one)).refunds.map(({ reason, amount }: Json) => [reason, amount]);
    const rename = () =>
      api().patch(
        `/api/bookings/${booking.id}`,
        { passengers: [{ seat_number: 'A1', name: 'Bina' }] },
        user.passenger(),
      );
    const depart = () =>
      api().post(`/api/conductor/trips/${booking.trip.id}/depart`, { early: true }, user.staff('CONDUCTOR'));
    const LATE = ['LATE_PAYMENT', 301];

    it('a booking whose change waits to be paid refuses names, some seats, another change and goodwill, but not all seats', async () => {
      const [paid] = await api().dependencies.transact(({ payments }) => payments.ofBooking(booking.id as never));
      const some = `/api/bookings/${booking.id}/cancellation-quote?seats=`;
      const to = { schedule_id: booking.trip.id, seat_numbers: ['B1', 'B2'] };
      for (const refused of [
        await rename(),
        await user.post(booking.id, 'cancel', { seats: ['A1'] }),
        await api().get(`${some}A1`, user.passenger()),
        await user.inOffice(booking.id, 'cancel', { reason: 'Ill.', seats: ['A1'] }, 'MANAGER'),
        await user.post(booking.id, 'change-quote', to),
        await user.post(booking.id, 'change', to),
        await user.inOffice(booking.id, 'change-quote', to),
        await user.asAdmin(`payments/${paid!.id}/refunds`, { amount: 1, note: 'No air.' }),
      ])
        expectProblem(refused, 409, 'CHANGE_OPEN');
      expect((await api().get(`${some}A1,A2,A1`, user.passenger())).json).to.include({ fee: 500, refund: 500 });
      expect((await user.post(booking.id, 'cancel', { seats: ['A2', 'A1'] })).json).to.include({ status: 'REFUNDED' });
      expect(await statuses()).to.deep.equal(['REFUNDED', 'CANCELLED']);
    });

    it('cancelling the unpaid new booking ends a change, and the old booking can be changed again', async () => {
      expect((await user.post(made.id, 'cancel')).json).to.include({ status: 'CANCELLED', fee: 0, refund: 0 });
      expect(await statuses()).to.deep.equal(['CONFIRMED', 'CANCELLED']);
      expect((await rename()).status).to.equal(200);
    });

    it('cancelling the old booking’s trip ends a change that waits to be paid, and its payment is then refunded', async () => {
      const path = `/api/operator/trips/${booking.trip.id}/cancel`;
      expect((await api().post(path, { reason: 'BREAKDOWN' }, user.staff('MANAGER'))).status).to.equal(200);
      expect(await statuses()).to.deep.equal(['REFUNDED', 'CANCELLED']);
      await pay();
      expect(await refundsOf(made)).to.deep.equal([LATE]);
      expect(await refundsOf(booking)).to.deep.equal([['OPERATOR_CANCELLATION', 1_000]]);
    });

    it('boarding the old booking ends a change that waits to be paid at once, and its payment is then refunded', async () => {
      const scan = aScan({ id: booking.id as never, tripId: booking.trip.id }, { at: api().clock() });
      const { json } = await api().post('/api/conductor/scans', { scans: [scan] }, user.staff('CONDUCTOR'));
      expect(JSON.stringify(json)).to.include('BOARDED');
      expect(await statuses()).to.deep.equal(['CHECKED_IN', 'CANCELLED']);
      await pay();
      expect(await refundsOf(made)).to.deep.equal([LATE]);
      expect(await user.seatsOf({ id: made.schedule_id })).to.include({ A1: 'AVAILABLE', A2: 'AVAILABLE' });
    });

    it('the departure of the old bus ends a change that waits to be paid at the next run of the job', async () => {
      expect((await depart()).status).to.equal(200);
      // The departure is checked before the unpaid change.
      expectProblem(await rename(), 409, 'TRIP_DEPARTED');
      expect(await statuses()).to.deep.equal(['CONFIRMED', 'PENDING_PAYMENT']);
      expect(await api().useCases.sweepChanges()).to.equal(1);
      expect(await statuses()).to.deep.equal(['CONFIRMED', 'CANCELLED']);
      await pay();
      expect(await refundsOf(made)).to.deep.equal([LATE]);
    });

    it('a payment of a change is refunded if the old bus has departed, even before the job has run', async () => {
      await depart();
      await pay();
      expect(await statuses()).to.deep.equal(['CONFIRMED', 'CANCELLED']);
      expect(await refundsOf(made)).to.deep.equal([LATE]);
    });

    describe('after the payment deadline', () => {
      const expire = async () => {
        api().clock.advance(16);
        await api().useCases.expireBookings();
        expect(await statuses()).to.deep.equal(['CONFIRMED', 'EXPIRED']);
      };

      for (const sweeps of [true, false])
        it(`a late payment completes a change ${sweeps ? 'that has expired' : 'before the job has ended it'}`, async () => {
          if (sweeps) await expire();
          else api().clock.advance(16);
          await pay();
          expect(await statuses()).to.deep.equal(['CANCELLED', 'CONFIRMED']);
          expect(await refundsOf(made)).to.deep.equal([]);
          expect((await user.read(booking)).changed_to.id).to.equal(made.id);
          expect(await user.seatsOf({ id: made.schedule_id })).to.include({ A1: 'BOOKED', A2: 'BOOKED' });
        });

      const elsewhere = async () => user.another(90_000, 80);
      const HAPPENINGS: Readonly<Record<string, () => Promise<unknown>>> = {
        'the old booking was cancelled': () => user.post(booking.id, 'cancel'),
        'a seat of the old booking was cancelled': () => user.post(booking.id, 'cancel', { seats: ['A1'] }),
        'goodwill was given': async () => {
          const [paid] = await api().dependencies.transact(({ payments }) => payments.ofBooking(booking.id as never));
          await user.asAdmin(`payments/${paid!.id}/refunds`, { amount: 1, note: 'No air.' });
        },
        'the old bus has departed': depart,
        'another change waits to be paid': async () => user.change(booking, await elsewhere()),
        'the new trip was cancelled': () =>
          api().post(`/api/operator/trips/${made.schedule_id}/cancel`, { reason: 'BREAKDOWN' }, user.staff('MANAGER')),
        'the new seats were sold': () =>
          api().post(
            `/api/operator/trips/${made.schedule_id}/sales`,
            { seat_numbers: ['A1'], contact: { name: 'Hari', phone: '9812345678' }, paid_by: 'QR' },
            user.staff('CLERK'),
          ),
      };
      for (const [what, happens] of Object.entries(HAPPENINGS))
        it(`a late payment of an expired change is refunded in full if ${what} meanwhile`, async () => {
          await expire();
          await happens();
          const { booking_status: before, total_amount: total } = await user.read(booking);
          await pay();
          expect(await statuses()).to.deep.equal([before, 'EXPIRED']);
          expect(await refundsOf(made)).to.deep.equal([LATE]);
          expect(await user.read(booking)).to.include({ total_amount: total, changed_to: null });
        });
    });

    describe('after the payment deadline, when cancelling refunds nothing', () => {
      beforeEach(async () => {
        await user.post(made.id, 'cancel');
        api().clock.set(hoursAfter(booking.trip.departsAt, -3));
        made = (await user.change(booking, await user.another(60_050))).json;
        pay = await beginPayment(api(), made.id, user.passenger());
        api().clock.advance(16);
        await api().useCases.expireBookings();
      });

      // The old booking's payment has as much left as before, so the status and the price alone tell.
      const HAPPENINGS: Readonly<Record<string, () => Promise<unknown>>> = {
        'the old booking was cancelled': () => user.post(booking.id, 'cancel'),
        'a seat of the old booking was cancelled': () => user.post(booking.id, 'cancel', { seats: ['A1'] }),
        'a passenger has boarded': () => {
          const scan = aScan({ id: booking.id as never, tripId: booking.trip.id }, { at: api().clock() });
          return api().post('/api/conductor/scans', { scans: [scan] }, user.staff('CONDUCTOR'));
        },
      };
      for (const [what, happens] of Object.entries(HAPPENINGS))
        it(`a late payment of an expired change is refunded in full if ${what} meanwhile without a refund`, async () => {
          await happens();
          const { booking_status: before } = await user.read(booking);
          await pay();
          expect(await statuses()).to.deep.equal([before, 'EXPIRED']);
          expect([await refundsOf(booking), await refundsOf(made)]).to.deep.equal([[], [LATE]]);
        });

      it('a booking links to the change that a late payment completed, not to a later one that expired', async () => {
        const { json: later } = await user.change(booking, await user.another(90_000, 80), { seats: ['B1', 'B2'] });
        expect(later.booking_status).to.equal('PENDING_PAYMENT');
        await user.post(later.id, 'cancel');
        await pay();
        const { changed_to: link } = await user.read(booking);
        expect(link).to.deep.equal({ id: made.id, booking_code: made.booking_code });
      });

      it('a booking whose change has expired can be changed again, and links to the booking that replaced it', async () => {
        const { status, json } = await user.change(booking, await user.another(20_000, 70), { seats: ['B1', 'B2'] });
        expect([status, json.booking_status]).to.deep.equal([201, 'CONFIRMED']);
        const { id, booking_code } = json;
        expect((await user.read(booking)).changed_to).to.deep.equal({ id, booking_code });
        const [listed] = (await user.list()).filter((one) => one.id === booking.id);
        expect(listed.changed_to).to.deep.equal({ id, booking_code });
      });
    });

    it('an unpaid change shows its deadline, and its amount is what a checkout asks for', async () => {
      expect(made).to.include({ amount_due: 301, total_amount: 1_201, payment_status: null });
      expect(made.payment_deadline).to.equal(toIso(minutesAfter(api().clock(), 15)));
      expect(await user.read(made)).to.include({ amount_due: 301, payment_status: 'INITIATED' });
      const { json } = await user.post(made.id, 'checkout', { gateway: 'ESEWA' });
      expect(json.form_fields).to.include({ total_amount: '301' });
    });
  },
  { overrides: { authenticate } },
);

onEveryServer(
  'the limit of unpaid bookings and changes that wait to be paid over HTTP',
  (api) => {
    const user = changingOverHttp(api);

    it('a change that waits to be paid counts as an unpaid booking, and the old booking does not count', async () => {
      await user.begin();
      const bookings: PaidOverHttp[] = [];
      for (let count = 0; count < 6; count += 1) bookings.push(await user.paid());
      // Buses without a seat map need no holds, of which an account may have few.
      const changeAt = async (booking: PaidOverHttp, fare: number) => {
        const { id } = await user.another(fare, 54, { seats: 9 });
        return user.post(booking.id, 'change', { schedule_id: id, seats: 2 });
      };
      for (const booking of bookings.slice(1))
        expect((await changeAt(booking, 60_000)).json).to.include({ booking_status: 'PENDING_PAYMENT' });
      expectProblem(await changeAt(bookings[0]!, 60_000), 429, 'TOO_MANY_UNPAID');
      expect((await user.read(bookings[0]!)).booking_status).to.equal('CONFIRMED');
      expect((await changeAt(bookings[0]!, 50_000)).json).to.include({ booking_status: 'CONFIRMED' });
    });
  },
  { overrides: { authenticate }, environment: { RATE_LIMIT: 'on' } },
);
