import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import { seatsNumbered } from '../../support/catalogue.ts';
import { changingOverHttp } from '../../support/changing-over-http.ts';
import { recorded, recordedNudges } from '../../support/events.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { payOverHttp } from '../../support/paying-over-http.ts';
import { lookAt } from '../../support/pdf.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

const ALONE = { seat_number: 'A2', name: 'Asha Gurung', age: 31, gender: 'F' };
const WISH = 'BESIDE_WOMAN';
const NEEDS = ['DISABLED'];

onEveryServer(
  'needs and wishes of passengers, over HTTP',
  (api) => {
    const { company, another, staff, readInOffice, seenByAdmin, ...world } = changingOverHttp(api);
    let asha: UserId;
    let trip: number;

    /** Row 1 has A1, A2 and A3 side by side and, across an aisle, A4; A5 is behind A2. A3 is out of use. */
    const seatMap = () => {
      const [a1, a2, a3, a4, a5] = seatsNumbered('A1', 'A2', 'A3', 'A4', 'A5');
      const seats = [a1!, a2!, { ...a3!, isActive: false }, { ...a4!, col: 5 }, { ...a5!, row: 2, col: 2 }];
      return { rows: 2, cols: 5, deckCount: 1, seats };
    };

    beforeEach(async () => {
      await world.begin();
      asha = await aPassengerId(api().dependencies);
      const bus = { operatorId: company().operatorId, totalSeats: 5, seatMap: seatMap() };
      trip = (await another(50_000, 54, { bus })).id;
    });

    const book = async (seats: readonly string[], passengers: readonly object[]): Promise<Answer> => {
      await api().post(`/api/trips/${trip}/seats/lock`, { seat_numbers: seats }, tokenOf(asha));
      return api().post('/api/bookings', { schedule_id: trip, seat_numbers: seats, passengers }, tokenOf(asha));
    };
    const paidWish = async (): Promise<Json> => {
      const { json } = await book(['A2'], [{ ...ALONE, needs: NEEDS, wish: WISH }]);
      await payOverHttp(api(), json.id, tokenOf(asha));
      return json;
    };
    const manifest = async (): Promise<Json> =>
      (await api().get(`/api/operator/trips/${trip}/manifest`, staff('CLERK'))).json;
    const refusedField = ({ status, json }: Answer): readonly unknown[] => [status, json.errors?.[0]?.field];

    it('a wish of a passenger is refused with another word, with several seats and without a seat map', async () => {
      for (const wish of ['BESIDE_MAN', '', 7, ['BESIDE_WOMAN']])
        expect(refusedField(await book(['A2'], [{ seat_number: 'A1' }, { ...ALONE, wish }]))).to.deep.equal([
          400,
          'passengers[1].wish',
        ]);
      const several = await book(['A1', 'A2'], [{ seat_number: 'A1' }, { ...ALONE, wish: WISH }]);
      expect(refusedField(several)).to.deep.equal([400, 'passengers[1].wish']);
      const counted = await another(50_000, 54, { seats: 4, bus: { operatorId: company().operatorId } });
      const placed = { schedule_id: counted.id, seats: 1, passengers: [{ wish: WISH }] };
      expect(refusedField(await api().post('/api/bookings', placed, tokenOf(asha)))).to.deep.equal([
        400,
        'passengers[0].wish',
      ]);
      expect((await book(['A2'], [{ ...ALONE, wish: null }])).status).to.equal(201);
    });

    it('a manifest gives the need and the wish of a passenger, and the seats side by side with the wish', async () => {
      await paidWish();
      const other = await book(['A1'], []);
      await payOverHttp(api(), other.json.id, tokenOf(asha));
      const seats = (await manifest()).bookings.flatMap((one: Json) => one.seats);
      const shown = seats.map(({ seat_number, needs, wish, side_by_side }: Json) => [
        ...[seat_number, needs, wish, side_by_side],
      ]);
      expect(shown).to.have.deep.members([
        ['A2', NEEDS, WISH, ['A1']],
        ['A1', undefined, null, []],
      ]);
    });

    it('a booking in the office gives the wish of a passenger, and not the need', async () => {
      const { id } = await paidWish();
      for (const booking of [await readInOffice({ id }), await seenByAdmin(`bookings/${id}`)]) {
        expect(booking.seats[0]).to.deep.include({ wish: WISH, side_by_side: ['A1'] });
        expect(JSON.stringify(booking)).not.to.contain('DISABLED');
      }
    });

    it('a counter sale stores the needs of its passengers, and takes no wish', async () => {
      const passengers = [{ ...ALONE, needs: NEEDS, wish: WISH }];
      const sale = { seat_numbers: ['A2'], passengers, contact: { name: 'Asha', phone: '9812345678' }, paid_by: 'QR' };
      expect((await api().post(`/api/operator/trips/${trip}/sales`, sale, staff('CLERK'))).status).to.equal(201);
      const [seat] = (await manifest()).bookings[0].seats;
      expect([seat.needs, seat.wish]).to.deep.equal([NEEDS, null]);
    });

    it('a change of passengers neither takes nor clears a need or a wish', async () => {
      const { id } = await paidWish();
      const changed = { seat_number: 'A2', name: 'Maya', needs: [], wish: null };
      await api().patch(`/api/bookings/${id}`, { passengers: [changed] }, tokenOf(asha));
      const [seat] = (await manifest()).bookings[0].seats;
      expect([seat.name, seat.needs, seat.wish]).to.deep.equal(['Maya', NEEDS, WISH]);
    });

    it('a passenger who changes to other seats keeps the wish', async () => {
      const { id } = await paidWish();
      await api().post(`/api/trips/${trip}/seats/lock`, { seat_numbers: ['A5'] }, tokenOf(asha));
      await api().post(
        `/api/bookings/${id}/change`,
        { schedule_id: trip, seat_numbers: ['A5'], passengers: [] },
        tokenOf(asha),
      );
      const [seat] = (await manifest()).bookings[0].seats;
      expect([seat.seat_number, seat.needs, seat.wish, seat.side_by_side]).to.deep.equal(['A5', NEEDS, WISH, []]);
    });

    it('nothing public shows a gender, a need or a wish', async () => {
      const { id, trip: shown } = await paidWish();
      const own = tokenOf(asha);
      const get = async (path: string, token?: string): Promise<string> => {
        const { status, text } = await api().get(path, token);
        expect([path, status]).to.deep.equal([path, 200]);
        return text;
      };
      const { token } = (await api().get(`/api/bookings/${id}/ticket-token`, own)).json;
      const day = shown.departure_time.slice(0, 10);
      const cities = `origin=${shown.source_city}&destination=${shown.destination_city}`;
      const pdf = await lookAt((await api().get(`/api/bookings/${id}/ticket`, own)).bytes);
      const topics = [...(await recorded(api().dependencies)), ...(await recordedNudges(api().dependencies))];
      expect(topics.length).to.be.greaterThan(1);
      const everybody = [
        await get(`/api/trips?${cities}&date=${day}`),
        await get(`/api/trips/${trip}`),
        await get(`/api/trips/${trip}/seats`),
        await get(`/api/trips/${trip}/seats`, tokenOf(await aPassengerId(api().dependencies))),
        await get(`/api/tickets/${token}`),
        await get(`/api/bookings/${id}/calendar`, own),
        ...pdf.map(({ text }) => text),
        JSON.stringify(topics),
      ];
      for (const text of everybody) expect(text).not.to.match(/gender|BESIDE|wish|needs|DISABLED|side_by_side/);
      // The passenger and the company know the gender; the need and the wish stand nowhere in these.
      const known = [
        await get(`/api/bookings/${id}`, own),
        await get('/api/bookings', own),
        await get(`/api/operator/trips/${trip}/manifest.csv`, staff('CLERK')),
      ];
      for (const text of known) expect(text).not.to.match(/BESIDE|wish|needs|DISABLED|side_by_side/);
    });
  },
  { overrides: { authenticate } },
);
