import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { aPassenger, anAdmin } from '../../support/people.ts';
import { adminTokenOf, authenticate, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

const NOWHERE = 2_147_483_647;

onEveryServer(
  'administrators’ requests about bookings',
  (api) => {
    let trip: TripForTests;
    let asha: UserId;
    let admin: UserId;
    let phones = 9_800_000_000;

    beforeEach(async () => {
      api().clock.set(START);
      trip = await aTrip(api().dependencies, {
        departsAt: hoursAfter(START, 30),
        bus: { name: 'Night Rider', registrationNo: `BA 3 KHA ${randomUUID().slice(0, 8)}` },
      });
      phones += 1;
      asha = (await aPassenger(api().dependencies, { fullName: 'Asha Gurung', phone: String(phones) })).id;
      admin = (await anAdmin(api().dependencies)).id;
    });

    const booked = (traits: Partial<Parameters<typeof aBooking>[1]> = {}) =>
      aBooking(api().dependencies, { userId: asha, tripId: trip.id, ...traits });
    const paid = async (traits: Partial<Parameters<typeof aBooking>[1]> = {}): Promise<Booking> => {
      const booking = await booked({ status: 'CONFIRMED', ...traits });
      await api().dependencies.transact(async ({ payments }) => {
        const transactionUuid = randomUUID();
        const payment = { bookingId: booking.id, gateway: 'ESEWA', transactionUuid, amount: booking.total };
        const id = await payments.add({ ...payment, createdAt: START, nextEnquiryAt: undefined });
        await payments.move(id, 'complete', START, { reference: '000AWEO' });
      });
      return booking;
    };
    const get = (path: string, token = adminTokenOf(admin)) => api().get(`/api/admin/bookings${path}`, token);
    const cancel = (id: number, body: unknown = { reason: 'Landslide.' }, headers: Record<string, string> = {}) =>
      api().post(`/api/admin/bookings/${id}/cancel`, body, adminTokenOf(admin), headers);
    const mailsAbout = async ({ code }: Booking) => {
      await api().useCases.sendMails();
      return api().mailer.sent.filter((mail) => 'bookingCode' in mail && mail.bookingCode === code);
    };

    it('an administrator’s view of a booking has every field of the API', async () => {
      const booking = await paid({ seats: [seat('A1')] });
      const { email, phone } = (await api().dependencies.accounts.find(asha))!;
      const { json, status } = await get(`/${booking.id}`);
      expect(status).to.equal(200);
      expect(json).to.deep.equal({
        id: booking.id,
        booking_code: booking.code,
        booking_status: 'CONFIRMED',
        schedule_id: trip.id,
        from_stop: 0,
        to_stop: 1,
        trip: {
          source_city: 'Kathmandu',
          destination_city: 'Pokhara',
          departure_time: '2026-11-21T10:15:00.000Z',
          trip_departure_time: '2026-11-21T10:15:00.000Z',
          trip_arrival_time: toIso(trip.arrivesAt),
          bus_name: 'Night Rider',
          registration_no: json.trip.registration_no,
        },
        contact: { name: 'Asha Gurung', phone, email },
        channel: 'ONLINE',
        agent: null,
        sold_by: null,
        seats: [
          {
            seat_number: 'A1',
            passenger_name: '',
            passenger_age: null,
            passenger_gender: null,
            boarding_point: '',
            dropping_point: '',
            boarded_at: null,
            wish: null,
            side_by_side: [],
          },
        ],
        seats_count: 1,
        total_amount: 1200,
        amount_due: 0,
        changed_from: null,
        changed_to: null,
        least_cancel_percent: 0,
        commission_amount: 120,
        operator_earning: 1080,
        payments: [
          {
            gateway: 'ESEWA',
            status: 'COMPLETE',
            amount: 1200,
            gateway_id: null,
            reference: '000AWEO',
            created_at: '2026-11-20T04:15:00.000Z',
          },
        ],
        cancelled_seats: [],
        refunds: [],
        booked_at: '2026-11-20T04:15:00.000Z',
        cancelled_at: null,
        cancelled_by: null,
        cancel_reason: null,
        ticket_url: json.ticket_url,
        operator: { id: booking.operatorId, company_name: 'Blue Sky Travels' },
        user: { id: asha, email },
      });
      expect(json.ticket_url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/ticket\?token=[\w-]+\.[\w-]+$/);
      expect((await get(`?schedule_id=${trip.id}`)).json).to.deep.equal({ results: [json], next_cursor: null });
    });

    it('an administrator’s list of bookings can be filtered, searched and read page by page', async () => {
      const first = await booked({ passengerNames: ['Bikram Ünal'] });
      const second = await paid();
      const of = `operator_id=${first.operatorId}`;
      const day = '2026-11-21';
      for (const [query, expected] of [
        [of, [second, first]],
        [`${of}&booking_status=CONFIRMED`, [second]],
        [`q=${first.code.toLowerCase()}`, [first]],
        [`${of}&q=${encodeURIComponent('bikram ÜNAL')}`, [first]],
        [`q=${phones}`, [second, first]],
        [`${of}&from=${day}&to=${day}`, [second, first]],
        [`${of}&from=2026-11-22`, []],
        [`${of}&to=2026-11-20`, []],
        [`${of}&q=&booking_status=&unknown=1`, [second, first]],
      ] as const) {
        const { json, status } = await get(`?${query}`);
        expect([status, json.results?.map(({ id }: Json) => id)], query).to.deep.equal([
          200,
          expected.map(({ id }) => id),
        ]);
      }
      const page = (await get(`?${of}&limit=1`)).json;
      const next = await get(`?${of}&limit=1&cursor=${encodeURIComponent(page.next_cursor as string)}`);
      expect(next.json).to.deep.include({ next_cursor: null });
      expect(next.json.results[0].id).to.equal(first.id);
    });

    it('a wrong filter of an administrator’s list of bookings answers 400 and names the field', async () => {
      for (const [query, field] of [
        ['booking_status=GONE', 'booking_status'],
        ['operator_id=x', 'operator_id'],
        ['schedule_id=0', 'schedule_id'],
        ['from=2026-02-30', 'from'],
        ['from=2026-11-21&to=2026-11-20', 'to'],
        [`q=${'x'.repeat(101)}`, 'q'],
      ] as const) {
        const refused = await get(`?${query}`);
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal(field);
      }
    });

    it('a booking that an administrator cancels is refunded in full, shown as cancelled, and mailed to its passenger once', async () => {
      const booking = await paid({ seats: [seat('A1')] });
      const { json, status } = await cancel(booking.id, { reason: 'Landslide.\nSorry.' });
      expect(status).to.equal(200);
      expect(json).to.deep.include({
        booking_status: 'REFUNDED',
        cancelled_by: 'ADMIN',
        cancelled_at: '2026-11-20T04:15:00.000Z',
        cancel_reason: 'Landslide.\nSorry.',
        refunds: [
          {
            id: json.refunds[0].id,
            amount: 1200,
            reason: 'OPERATOR_CANCELLATION',
            status: 'DUE',
            gateway: 'ESEWA',
            automatic: false,
            due_at: '2026-11-27T04:15:00.000Z',
            paid_at: null,
            reference: null,
            taken_over: false,
          },
        ],
        user: { id: asha, email: json.contact.email },
      });
      const seen = (await api().get(`/api/bookings/${booking.id}`, tokenOf(asha))).json;
      expect(seen).to.include({
        booking_status: 'REFUNDED',
        payment_status: 'FULL_REFUND',
        cancelled_by: 'ADMIN',
        cancellation_fee_amount: 0,
      });
      expectProblem(await cancel(booking.id), 409, 'BOOKING_CLOSED');
      expect((await mailsAbout(booking)).map(({ kind }) => kind)).to.deep.equal(['booking-cancelled']);
    });

    it('an administrator can cancel a paid booking at the fee of its cancellation tiers, and an unpaid one free of charge', async () => {
      const { json } = await cancel((await paid()).id, { reason: 'No-show.', fee: 'tiers' });
      expect([json.booking_status, json.refunds[0].amount]).to.deep.equal(['REFUNDED', 1080]);
      const unpaid = (await cancel((await booked()).id, { reason: 'Duplicate.', fee: 'none' })).json;
      expect([unpaid.booking_status, unpaid.refunds]).to.deep.equal(['CANCELLED', []]);
    });

    it('an administrator’s cancellation of a booking after the trip’s arrival answers 409', async () => {
      const { id } = await paid();
      api().clock.set(trip.arrivesAt);
      expectProblem(await cancel(id), 409, 'TRIP_ARRIVED');
    });

    it('an administrator’s requests about bookings are checked in order: caller, role, booking, body', async () => {
      const { id } = await paid();
      for (const path of ['', `/${id}`]) {
        expectProblem(await api().get(`/api/admin/bookings${path}`), 401, 'TOKEN_MISSING');
        expectProblem(await get(path, tokenOf(asha)), 403, 'WRONG_ROLE');
      }
      expectProblem(await get(`/${NOWHERE}`), 404, 'BOOKING_UNKNOWN');
      expectProblem(await cancel(NOWHERE, { reason: '', fee: 'x' }), 404, 'BOOKING_UNKNOWN');
      for (const [body, field] of [
        [{}, 'reason'],
        [{ reason: ' \n ' }, 'reason'],
        [{ reason: ['x'] }, 'reason'],
        [{ reason: 'x', fee: 'all' }, 'fee'],
      ] as const) {
        const refused = await cancel(id, body);
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal(field);
      }
    });

    it('an administrator’s cancellation of a booking takes effect only once under one Idempotency-Key', async () => {
      const { id } = await paid();
      const key = { 'Idempotency-Key': randomUUID() };
      const [first, second] = [await cancel(id, undefined, key), await cancel(id, undefined, key)];
      expect([first.status, second.status, second.headers.get('idempotency-replayed')]).to.deep.equal([
        200,
        200,
        'true',
      ]);
      expect(second.text).to.equal(first.text);
    });

    it('an administrator’s cancellation of a booking is in the activity log', async () => {
      const { id, code, operatorId } = await paid();
      await cancel(id);
      const { results } = (await api().get(`/api/admin/activity-log?subject=booking:${id}`, adminTokenOf(admin))).json;
      expect(results[0]).to.deep.include({
        kind: 'BOOKING_CANCELLED',
        actor: { user_id: admin, device_id: null, name: 'Anil Shrestha', role: 'ADMIN' },
        operator_id: operatorId,
        changes: { booking_status: { old: 'CONFIRMED', new: 'REFUNDED' } },
        description: `Cancelled booking ${code}: NPR 1200 goes back, NPR 0 is kept. Reason: Landslide.`,
      });
    });
  },
  { overrides: { authenticate } },
);
