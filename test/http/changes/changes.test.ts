import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';
import { addStops } from '../../support/stops.ts';

onEveryServer('changing a booking to another trip over HTTP', (api) => {
  const { owner, member, passenger } = staffOn(api);
  let [sita, ram, asha]: SignedInAccount[] = [];
  let trip: TripForTests;
  let booking: Booking;

  beforeEach(async () => {
    api().clock.set(START);
    [sita, asha] = [await owner(), await passenger()];
    ram = await member(sita, 'CLERK');
    trip = await another(60_000, 30);
    booking = await paidOn(trip);
  });

  /** Adds a paid booking of A1 for Rs 1,000. */
  async function paidOn({ id: tripId }: TripForTests): Promise<Booking> {
    const { dependencies } = api();
    const total = paisa(100_000);
    const made = await aBooking(dependencies, { userId: asha!.id, tripId, seats: [seat('A1')], total });
    await dependencies.transact(async ({ payments, bookings, seatLocks }) => {
      const paid = { bookingId: made.id, gateway: 'ESEWA', amount: total, createdAt: START, nextEnquiryAt: undefined };
      const payment = await payments.add({ ...paid, transactionUuid: crypto.randomUUID() });
      await payments.move(payment, 'complete', START);
      await bookings.move(made.id, 'confirm');
      await seatLocks.finalize(made.id);
    });
    return made;
  }

  const another = (fare: number, hours = 54, seats?: number) =>
    aTrip(api().dependencies, {
      bus: { operatorId: sita!.operatorId! },
      departsAt: hoursAfter(START, hours),
      fare: paisa(fare),
      ...(seats !== undefined && { seats }),
    });
  const path = (of: number = booking.id) => `/api/bookings/${of}`;
  const hold = (to: TripForTests) =>
    api().post(`/api/trips/${to.id}/seats/lock`, { seat_numbers: ['B1'] }, asha!.token);
  const ask = (
    what: 'change' | 'change-quote',
    body: unknown,
    token: string | undefined = asha!.token,
    of: number = booking.id,
  ) => api().post(`${path(of)}/${what}`, body, token);

  it('the quote of a booking’s change answers 200 with every amount, and changes nothing', async () => {
    const to = await another(120_000);
    const { status, json } = await ask('change-quote', { schedule_id: to.id });
    expect([status, json]).to.deep.equal([
      200,
      {
        old_total: 1000,
        change_fee: 0,
        credit: 1000,
        new_total: 1200,
        to_pay: 200,
        to_refund: 0,
        free: true,
        least_cancel_percent: 10,
      },
    ]);
    expect((await api().get(path(), asha!.token)).json).to.include({ booking_status: 'CONFIRMED', amount_due: 0 });
  });

  it('a booking’s change with nothing to pay answers 201 with the new booking, once under one Idempotency-Key', async () => {
    const to = await another(100_000);
    await hold(to);
    const body = { schedule_id: to.id, seat_numbers: ['B1'], to_pay: 0, to_refund: 0 };
    const send = () => api().post(`${path()}/change`, body, asha!.token, { 'Idempotency-Key': 'one' });
    const { status, json } = await send();
    expect([status, json.booking_status, json.payment_status]).to.deep.equal([201, 'CONFIRMED', 'COMPLETE']);
    expect(json.changed_from).to.deep.equal({ id: booking.id, booking_code: booking.code });
    expect(await send()).to.deep.include({ status: 201, json });
    const old = (await api().get(path(), asha!.token)).json;
    expect(old).to.deep.include({
      booking_status: 'CANCELLED',
      cancelled_by: 'PASSENGER',
      changed_to: { id: json.id, booking_code: json.booking_code },
    });
  });

  it('a booking’s change with something to pay answers 201 with a new booking that waits for the difference', async () => {
    const to = await another(130_050);
    await hold(to);
    const { status, json } = await ask('change', { schedule_id: to.id, seat_numbers: ['B1'] });
    expect([status, json.booking_status, json.amount_due, json.total_amount, json.payment_status]).to.deep.equal([
      ...[201, 'PENDING_PAYMENT', 300.5, 1300.5, null],
    ]);
    const checkout = await api().post(`${path(json.id as number)}/checkout`, {}, asha!.token);
    expect(checkout.json.form_fields).to.include({ total_amount: '300.50' });
    expect((await ask('change-quote', { schedule_id: to.id })).json).to.include({ status: 409, code: 'CHANGE_OPEN' });
  });

  it('an exchange of seats on the same trip answers 200 with the booking', async () => {
    await hold(trip);
    const { status, json } = await ask('change', { schedule_id: trip.id, seat_numbers: ['B1'] });
    expect([status, json.id, json.seats[0].seat_number]).to.deep.equal([200, booking.id, 'B1']);
  });

  it('a booking’s change is checked in order: caller (401, 403), booking (404), fields (400), trip (404), state (409)', async () => {
    const to = await another(100_000);
    for (const what of ['change', 'change-quote'] as const) {
      expect((await api().post(`${path()}/${what}`, {})).status).to.equal(401);
      expect((await ask(what, {}, sita!.token)).status).to.equal(403);
      expect((await ask(what, {}, asha!.token, 987_654)).json).to.include({ status: 404, code: 'BOOKING_UNKNOWN' });
      expect((await ask(what, {})).json.errors[0].field).to.equal('schedule_id');
      expect((await ask(what, { schedule_id: 'x' })).json.errors[0].field).to.equal('schedule_id');
      expect((await ask(what, { schedule_id: to.id, seat_numbers: ['A1', 'A2'] })).json.errors[0].field).to.equal(
        'seat_numbers',
      );
      expect((await ask(what, { schedule_id: 987_654 })).json).to.include({ status: 404, code: 'TRIP_UNKNOWN' });
    }
    expect((await ask('change', { schedule_id: to.id })).json.errors[0].field).to.equal('seat_numbers');
    const places = await another(100_000, 54, 9);
    expect((await ask('change', { schedule_id: places.id, seats: 2 })).json.errors[0].field).to.equal('seats');
    const refused = await ask('change', { schedule_id: to.id, seat_numbers: ['B1'] });
    expect(refused.json).to.include({ status: 409, code: 'SEAT_SELECTION_EXPIRED' });
    await hold(to);
    const other = await ask('change', { schedule_id: to.id, seat_numbers: ['B1'], to_pay: 1 });
    expect(other.json).to.include({ status: 409, code: 'QUOTE_CHANGED' });
    expect(other.json.quote).to.include({ to_pay: 0, new_total: 1000 });
  });

  describe('changes between two stops of the trip', () => {
    /**
     * Adds a trip from Kathmandu to Pokhara that stops in Mugling. The section from Mugling to Pokhara costs Rs 500.
     */
    const viaMugling = async (): Promise<TripForTests> => {
      const to = await another(100_000);
      await addStops(api().dependencies, to.id, undefined, [[1, 2]]);
      return to;
    };
    const LAST = { from_stop: 1, to_stop: 2 };

    /** Adds a paid booking on a trip that goes only from Mugling to Pokhara. */
    const fromMugling = async () =>
      paidOn(
        await aTrip(api().dependencies, {
          bus: { operatorId: sita!.operatorId! },
          from: 'Mugling',
          departsAt: hoursAfter(START, 30),
        }),
      );

    it('a passenger can change to a trip with stops between the same two cities, at the fare between them', async () => {
      const [old, to] = [await fromMugling(), await viaMugling()];
      const quote = await ask('change-quote', { schedule_id: to.id, ...LAST }, asha!.token, old.id);
      expect([quote.status, quote.json.new_total, quote.json.to_refund]).to.deep.equal([200, 500, 500]);
      await api().post(`/api/trips/${to.id}/seats/lock`, { seat_numbers: ['B1'], ...LAST }, asha!.token);
      const body = { schedule_id: to.id, seat_numbers: ['B1'], ...LAST };
      const { status, json } = await ask('change', body, asha!.token, old.id);
      expect([status, json.from_stop, json.to_stop, json.total_amount]).to.deep.equal([201, 1, 2, 500]);
      expect(json.trip).to.include({ source_city: 'Mugling', destination_city: 'Pokhara' });
    });

    it('the company can change a booking to a trip with stops between the same two cities, at the fare between them', async () => {
      const [old, to] = [await fromMugling(), await viaMugling()];
      const path = `/api/operator/bookings/${old.id}`;
      const body = { schedule_id: to.id, seat_numbers: ['B1'], ...LAST };
      expect((await api().post(`${path}/change-quote`, body, ram!.token)).json).to.include({ new_total: 500 });
      const { status, json } = await api().post(`${path}/change`, body, sita!.token);
      expect([status, json.from_stop, json.to_stop, json.total_amount]).to.deep.equal([201, 1, 2, 500]);
    });

    it('a booking’s change with wrong stops answers 400 and names the stop, unless the booking is unknown', async () => {
      const to = await viaMugling();
      const sends = [
        (what: string, body: object, of: number = booking.id) => ask(what as 'change', body, asha!.token, of),
        (what: string, body: object, of: number = booking.id) =>
          api().post(`/api/operator/bookings/${of}/${what}`, body, ram!.token),
      ];
      for (const send of sends)
        for (const what of ['change', 'change-quote']) {
          const body = { schedule_id: to.id, seat_numbers: ['B1'] };
          const fieldOf = async (stops: object) => (await send(what, { ...body, ...stops })).json.errors[0].field;
          expect(await fieldOf({ from_stop: 1 })).to.equal('to_stop');
          expect(await fieldOf({ to_stop: 2 })).to.equal('from_stop');
          expect(await fieldOf({ from_stop: 1.5, to_stop: 2 })).to.equal('from_stop');
          expect(await fieldOf({ from_stop: 1, to_stop: 'x' })).to.equal('to_stop');
          expect(await fieldOf({ from_stop: 0, to_stop: 1 })).to.equal('to_stop');
          expect(await fieldOf({ from_stop: 2, to_stop: 1 })).to.equal('to_stop');
          const unknown = { ...body, schedule_id: 987_654 };
          expect((await send(what, { ...unknown, from_stop: 1 })).status).to.equal(400);
          expect((await send(what, { ...body, from_stop: 1 }, 987_654)).json).to.include({ code: 'BOOKING_UNKNOWN' });
          expect((await send(what, { ...unknown, from_stop: 0, to_stop: 1 })).json).to.include({
            code: 'TRIP_UNKNOWN',
          });
          expect((await send(what, { ...body, ...LAST })).json).to.include({ status: 409, code: 'OTHER_ROAD' });
        }
    });
  });

  describe('changes by the company', () => {
    const office = (what: string, body: unknown, by = ram) =>
      api().post(`/api/operator/bookings/${booking.id}/${what}`, body, by!.token);

    it('a clerk can change a booking to another trip at the counter, and the difference is paid at once', async () => {
      const to = await another(120_000);
      const body = { schedule_id: to.id, seat_numbers: ['B1'] };
      expect((await office('change-quote', body)).json).to.include({ to_pay: 200, to_refund: 0 });
      expect((await office('change', body)).json.errors[0].field).to.equal('paid_by');
      expect((await office('change', { ...body, paid_by: 'CASH' })).json).to.include({ code: 'NO_OPEN_SHIFT' });
      await api().post('/api/operator/shifts', { opening_cash: 100 }, ram!.token);
      const { status, json } = await office('change', { ...body, paid_by: 'CASH' });
      expect([status, json.booking_status, json.total_amount]).to.deep.equal([201, 'CONFIRMED', 1200]);
      expect(json.payments.map((one: { gateway: string; amount: number }) => [one.gateway, one.amount])).to.deep.equal([
        ['CREDIT', 1000],
        ['CASH', 200],
      ]);
      const [shift] = (await api().get('/api/operator/shifts', ram!.token)).json.results;
      expect(shift).to.include({ sales: 200, expected_cash: 300 });
    });

    it('a CLERK can neither waive the fee of a booking’s change nor make a change that refunds money', async () => {
      booking = await paidOn(await another(100_000, 1));
      const body = { schedule_id: (await another(50_000)).id, seat_numbers: ['B1'] };
      expect((await office('change-quote', body)).json).to.include({ change_fee: 1000, credit: 0, to_pay: 500 });
      expect((await office('change-quote', { ...body, fee: 'none' })).json.code).to.equal('POSITION_TOO_LOW');
      expect((await office('change-quote', { ...body, fee: 'none' }, sita)).json).to.include({ to_refund: 500 });
      const { status, json } = await office('change', { ...body, fee: 'none' }, sita);
      expect([status, json.total_amount]).to.deep.equal([201, 500]);
      booking = await paidOn(await another(60_000, 30));
      const cheaper = { ...body, seat_numbers: ['B2'] };
      expect((await office('change', cheaper)).json).to.include({ status: 403, code: 'POSITION_TOO_LOW' });
      expect((await office('change', { ...cheaper, to_refund: 499 })).json).to.include({ code: 'QUOTE_CHANGED' });
    });

    it('a CLERK who waives the fee of a booking’s change is refused before anything else is checked', async () => {
      const waive = (body: object, of: number = booking.id, by = ram) =>
        api().post(`/api/operator/bookings/${of}/change`, { fee: 'none', ...body }, by!.token);
      const to = await another(50_000);
      const body = { schedule_id: to.id, seat_numbers: ['B1'] };
      expect((await waive(body, 999_999)).json).to.include({ status: 403, code: 'POSITION_TOO_LOW' });
      expect((await waive(body, 999_999, sita)).json).to.include({ status: 404, code: 'BOOKING_UNKNOWN' });
      const faults = [{ schedule_id: 'x' }, { seat_numbers: ['B1', 'B2'] }, { schedule_id: 999_999 }, { from_stop: 0 }];
      for (const faulty of [...faults.map((fault) => ({ ...body, ...fault })), body])
        expect((await waive(faulty)).json).to.include({ status: 403, code: 'POSITION_TOO_LOW' });
      expect((await waive({ ...body, seat_numbers: ['B1', 'B2'] }, booking.id, sita)).status).to.equal(400);
      expect((await waive({ ...body, schedule_id: 999_999 }, booking.id, sita)).json.code).to.equal('TRIP_UNKNOWN');
      expect((await waive(body, booking.id, sita)).status).to.equal(201);
    });

    it('a company’s change of a booking answers 404 for another company’s booking or trip, or a seat that the bus lacks', async () => {
      const stranger = await owner();
      const foreign = await aTrip(api().dependencies, { bus: { operatorId: stranger.operatorId! } });
      const to = await another(100_000);
      const body = { schedule_id: to.id, seat_numbers: ['B1'] };
      expect((await office('change', body, stranger)).json).to.include({ status: 404, code: 'BOOKING_UNKNOWN' });
      const elsewhere = await office('change', { ...body, schedule_id: foreign.id });
      expect(elsewhere.json).to.include({ status: 404, code: 'TRIP_UNKNOWN' });
      const unknown = await office('change', { ...body, seat_numbers: ['Z9'] });
      expect(unknown.json.errors[0].field).to.equal('seat_numbers[0]');
    });

    it('a company’s change of a booking is refused for a held seat, and ends the block of a blocked seat', async () => {
      const to = await another(100_000);
      await hold(to);
      const taken = await office('change', { schedule_id: to.id, seat_numbers: ['B1'] });
      expect(taken.json).to.deep.include({ status: 409, code: 'SEATS_TAKEN', seats: ['B1'] });
      const blocks = `/api/operator/trips/${to.id}/blocks`;
      await api().put(blocks, { blocks: [{ seat_number: 'A1', reason: 'Guide' }] }, ram!.token);
      expect((await office('change', { schedule_id: to.id, seat_numbers: ['A1'] })).status).to.equal(201);
      expect((await api().get(blocks, ram!.token)).json.blocks).to.deep.equal([]);
    });

    it('a company’s exchange of seats on the same trip answers 200 with the booking', async () => {
      const { status, json } = await office('change', { schedule_id: trip.id, seat_numbers: ['B2'] });
      expect([status, json.id, json.seats[0].seat_number]).to.deep.equal([200, booking.id, 'B2']);
    });
  });
});
