import { expect } from 'chai';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { changePlan } from '../../support/catalogue.ts';
import { changingOverHttp, type PaidOverHttp } from '../../support/changing-over-http.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { authenticate } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

/** On this bus, A9 is the third seat of the map, and A10 the fourth. Their texts sort the other way round. */
const SEATS = ['A1', 'A2', 'A9', 'A10', 'B1'];

onEveryServer(
  'the seats and passengers of changed bookings over HTTP',
  (api) => {
    const user = changingOverHttp(api);
    let booking: PaidOverHttp;
    let other: { readonly id: number; readonly departsAt: number };

    beforeEach(async () => {
      await user.begin();
      booking = await user.paid({ seats: SEATS });
      const to = await user.another(50_000, 54, { seats: SEATS });
      other = to;
      const kalanki = { name: 'Kalanki', minutes: 0 };
      const thankot = { name: 'Thankot', minutes: 20 };
      await changePlan(api().dependencies, booking.trip.id, {
        boardingPoints: [kalanki, thankot],
        droppingPoints: [{ name: 'Zero Km', minutes: 400 }],
      });
      await changePlan(api().dependencies, to.id, { boardingPoints: [thankot], droppingPoints: [kalanki] });
      const named = await patch([
        {
          seat_number: 'A1',
          name: 'Asha',
          age: '34',
          gender: 'F',
          boarding_point: 'Kalanki',
          dropping_point: 'Zero Km',
        },
        { seat_number: 'A2', name: 'Bina', boarding_point: 'Thankot' },
      ]);
      expect(named.status, named.text).to.equal(200);
      // The confirmation of these names is sent here, so that it does not count below.
      api().clock.advance(1);
      await api().useCases.sendMails();
    });

    const patch = (passengers: unknown, of: { readonly id: number } = booking) =>
      api().patch(`/api/bookings/${of.id}`, { passengers }, user.passenger());
    /** Seat, name, age, gender and points of each passenger of a booking. */
    const seatsOf = ({ seats }: Json): readonly unknown[] =>
      seats.map((one: Json) => [
        ...[one.seat_number, one.passenger_name, one.passenger_age],
        ...[one.passenger_gender, one.boarding_point, one.dropping_point],
      ]);
    const changesOf = async (): Promise<readonly Json[]> =>
      (await user.activityOf(booking)).filter(({ kind }) => kind === 'BOOKING_CHANGED');
    const mailsOf = async (of: { readonly id: number } = booking) =>
      user.mailsAbout((await user.read(of)).booking_code);

    it('names, details and points of passengers are stored and shown, and null clears all but the name', async () => {
      expect(seatsOf(await user.read(booking))).to.deep.equal([
        ['A1', 'Asha', 34, 'F', 'Kalanki', 'Zero Km'],
        ['A2', 'Bina', null, null, 'Thankot', ''],
      ]);
      const cleared = { age: null, gender: null, boarding_point: null, dropping_point: null };
      await patch([{ seat_number: 'A1', ...cleared }]);
      expect(seatsOf(await user.read(booking))[0]).to.deep.equal(['A1', 'Asha', null, null, '', '']);
    });

    it('a change of passengers is refused for a cancelled seat, a repeated seat, and on a bus without a seat map', async () => {
      const fieldOf = ({ status, json }: { status: number; json: Json }) => [status, json.errors?.[0].field];
      expect(fieldOf(await patch([{ seat_number: 'A1' }, { seat_number: 'A1' }]))).to.deep.equal([
        ...[400, 'passengers[1].seat_number'],
      ]);
      expect(fieldOf(await patch([{ seat_number: 'A1', dropping_point: 'Kalanki' }]))).to.deep.equal([
        ...[400, 'passengers[0].dropping_point'],
      ]);
      await user.post(booking.id, 'cancel', { seats: ['A1'] });
      expect(fieldOf(await patch([{ seat_number: 'A1', name: 'Chitra' }]))).to.deep.equal([
        ...[400, 'passengers[0].seat_number'],
      ]);
      const places = await user.another(50_000, 54, { seats: 9 });
      const moved = await user.post(booking.id, 'change', { schedule_id: places.id, seats: 1 });
      expect(moved.status, moved.text).to.equal(201);
      expect(fieldOf(await patch([{ seat_number: 'A1', name: 'Chitra' }], moved.json))).to.deep.equal([
        ...[400, 'passengers'],
      ]);
    });

    it('passengers take the seats of another trip in the order of its map, and lose points that the trip does not have', async () => {
      const passengers = [
        { seat_number: 'A10', name: 'Chitra', gender: 'M' },
        { seat_number: 'A9', name: 'ASHA' },
        { seat_number: 'B1', name: 'Nobody' },
      ];
      const { status, json } = await user.change(booking, other, { seats: ['A9', 'A10'], passengers });
      expect(status).to.equal(201);
      expect(seatsOf(json)).to.have.deep.members([
        ['A9', 'ASHA', 34, 'F', '', ''],
        ['A10', 'Chitra', null, 'M', 'Thankot', ''],
      ]);
      // Both names were changed twice: once before, and once by the change of the booking. Letter case counts.
      for (const seat of ['A9', 'A10']) {
        const used = await patch([{ seat_number: seat, name: 'Dipa' }], json);
        expectProblem(used, 409, 'NAME_CHANGES_USED');
        expect(used.json.seats).to.deep.equal([seat]);
      }
    });

    it('a name counts as changed if its letter case differs, and not if only spaces around it do', async () => {
      const rename = (name: string) => patch([{ seat_number: 'A1', name }]);
      for (const name of [' Asha ', 'asha', 'asha  ']) expect((await rename(name)).status, name).to.equal(200);
      expectProblem(await rename('ASHA'), 409, 'NAME_CHANGES_USED');
    });

    it('the quote of a change looks at no names, no holds and no amounts that the caller saw', async () => {
      await patch([{ seat_number: 'A1', name: 'Other' }]);
      const passengers = [{ seat_number: 'A9', name: 'Chitra' }];
      const wanted = { schedule_id: other.id, seat_numbers: ['A9', 'B1'], passengers, to_pay: 5 };
      expect((await user.post(booking.id, 'change-quote', wanted)).status).to.equal(200);
      expectProblem(await user.post(booking.id, 'change', wanted), 409, 'NAME_CHANGES_USED');
    });

    it('an exchange of seats on the same trip keeps code, price and ticket, and whoever stays keeps the seat', async () => {
      const tokenOf = async () => (await api().get(`/api/bookings/${booking.id}/ticket-token`, user.passenger())).json;
      const [before, token] = [await user.read(booking), await tokenOf()];
      await changePlan(api().dependencies, booking.trip.id, { fare: 999_900 as never });
      const wanted = { schedule_id: booking.trip.id, seat_numbers: ['A9', 'A2'] };
      expectProblem(await user.post(booking.id, 'change', wanted), 409, 'SEAT_SELECTION_EXPIRED');
      await user.hold(booking.trip, 'A9');
      const mails = await mailsOf();
      const { status, json } = await user.post(booking.id, 'change', { ...wanted, to_pay: 0, to_refund: 0 });
      expect(status).to.equal(200);
      expect(seatsOf(json)).to.have.deep.members([
        ['A2', 'Bina', null, null, 'Thankot', ''],
        ['A9', 'Asha', 34, 'F', 'Kalanki', 'Zero Km'],
      ]);
      const same = ({ booking_code: code, total_amount: total, payment_status: paid, refunds }: Json) => [
        ...[code, total, paid, refunds],
      ];
      expect(same(json)).to.deep.equal(same(before));
      expect(await tokenOf()).to.deep.equal(token);
      expect((await api().get(`/api/tickets/${token.token}`)).json).to.include({ valid: true });
      // The new seat stays sold after the payment deadline of the booking.
      api().clock.advance(30);
      expect(await user.seatsOf(booking.trip)).to.include({ A1: 'AVAILABLE', A2: 'BOOKED', A9: 'BOOKED' });
      expect(await mailsOf()).to.deep.equal([...mails, 'booking-confirmed']);
      const [row] = await changesOf();
      expect(row.subject).to.deep.equal({ type: 'booking', id: booking.id });
      expect(row.changes.seats).to.deep.equal({ old: 'A1, A2', new: 'A2, A9' });
    });

    it('a change to another trip sends one confirmation and one row of the activity log, and its old ticket is void', async () => {
      const at = `/api/bookings/${booking.id}/ticket-token`;
      const { token } = (await api().get(at, user.passenger())).json;
      const mails = await mailsOf();
      const { json } = await user.change(booking, other, { seats: ['A9', 'A10'] });
      expect([await mailsOf(), await mailsOf(json)]).to.deep.equal([mails, ['booking-confirmed']]);
      expect((await api().get(`/api/tickets/${token}`)).json).to.include({ valid: false });
      const fresh = (await api().get(`/api/bookings/${json.id}/ticket-token`, user.passenger())).json;
      expect((await api().get(`/api/tickets/${fresh.token}`)).json).to.include({ valid: true });
      const [row, patched] = await changesOf();
      expect(row.actor.role).to.equal('PASSENGER');
      expect(row.changes.booking_code.new).to.equal(json.booking_code);
      expect(row.changes.schedule_id).to.deep.equal({ old: booking.trip.id, new: other.id });
      expect(patched.changes['A1.passenger_name']).to.include({ new: 'Asha' });
    });

    it('several changes of passengers within a minute send one confirmation', async () => {
      const mails = await mailsOf();
      await patch([{ seat_number: 'A1', age: 5 }]);
      await patch([{ seat_number: 'A2', age: 6 }]);
      expect(await mailsOf()).to.deep.equal(mails);
      api().clock.advance(1);
      expect(await mailsOf()).to.deep.equal([...mails, 'booking-confirmed']);
    });

    it('a booking of places can move between buses without a seat map, and there must be enough places', async () => {
      const bus = await user.another(50_000, 54, { seats: 2 });
      const full = await user.another(50_000, 60, { seats: 1 });
      const moved = await user.post(booking.id, 'change', { schedule_id: bus.id, seats: 2 });
      expect([moved.status, moved.json.seats_count, moved.json.seats]).to.deep.equal([201, 2, []]);
      const left = async (trip: { readonly id: number }) => (await api().get(`/api/trips/${trip.id}/seats`)).json;
      expect(await left(bus)).to.include({ seats_left: 0 });
      expectProblem(await user.post(moved.json.id, 'change', { schedule_id: full.id, seats: 2 }), 409, 'SEATS_TAKEN');
      expectProblem(await user.post(moved.json.id, 'change', { schedule_id: bus.id, seats: 2 }), 409, 'SAME_TRIP');
      const back = await user.another(50_000, 62, { seats: 9 });
      expect((await user.post(moved.json.id, 'change', { schedule_id: back.id, seats: 2 })).status).to.equal(201);
      expect([(await left(bus)).seats_left, (await left(back)).seats_left]).to.deep.equal([2, 7]);
    });

    it('a change is refused once the old bus has departed early, and for a booking whose fare is earned', async () => {
      api().clock.set(hoursAfter(booking.trip.departsAt, -5));
      const to = { schedule_id: other.id };
      await api().dependencies.transact(({ bookings }) => bookings.earn([booking.id as never], api().clock()));
      expectProblem(await user.post(booking.id, 'change-quote', to), 409, 'CHANGE_TOO_LATE');
      expectProblem(await user.inOffice(booking.id, 'change-quote', to), 409, 'CHANGE_TOO_LATE');
      booking = await user.paid({ seats: SEATS });
      api().clock.set(hoursAfter(booking.trip.departsAt, -5));
      expect((await user.post(booking.id, 'change-quote', to)).status).to.equal(200);
      await api().post(`/api/conductor/trips/${booking.trip.id}/depart`, { early: true }, user.staff('CONDUCTOR'));
      expectProblem(await user.post(booking.id, 'change-quote', to), 409, 'CHANGE_TOO_LATE');
      expectProblem(await user.inOffice(booking.id, 'change-quote', to), 409, 'CHANGE_TOO_LATE');
      expectProblem(await user.post(booking.id, 'cancel'), 409, 'TRIP_DEPARTED');
      expect(await user.cancellationQuote(booking)).to.deep.equal({
        fee: 1_000,
        refund: 0,
        tier: '100% fee: after departure',
      });
    });
  },
  { overrides: { authenticate } },
);
