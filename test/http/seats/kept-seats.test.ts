import { expect } from 'chai';
import type { KeptFor } from '../../../core/fleet/kept-seats.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat, seatsNumbered } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { aPassengerId, anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';

const KEPT: Readonly<Record<string, KeptFor>> = { A1: 'WOMEN', A2: 'DISABLED', A3: 'ELDERLY' };
/** The trip departs two days after START; its seats are kept until 12 hours before. */
const OPENING = hoursAfter(START, 36);

onEveryServer(
  'seats that are kept for certain passengers, over HTTP',
  (api) => {
    let asha: UserId;
    let owner: Awaited<ReturnType<typeof anOperator>>;
    let trip: number;

    beforeEach(async () => {
      api().clock.set(START);
      asha = await aPassengerId(api().dependencies);
      owner = await anOperator(api().dependencies, { companyName: 'Blue Sky Travels' });
      const seats = seatsNumbered('A1', 'A2', 'A3', 'A4').map((one) => ({ ...one, keptFor: KEPT[one.number] }));
      const seatMap = { rows: 1, cols: 4, deckCount: 1, seats };
      const bus = { operatorId: owner.operatorId, totalSeats: 4, seatMap };
      trip = (await aTrip(api().dependencies, { bus })).id;
    });

    const lock = async (body: object, passenger = asha): Promise<Json> =>
      (await api().post(`/api/trips/${trip}/seats/lock`, body, tokenOf(passenger))).json;
    const faultsOf = ({ status, json }: { readonly status: number; readonly json: Json }): readonly unknown[] => [
      status,
      ...(json.errors ?? []).map(({ field }: Json) => field),
    ];
    const keptShown = async (): Promise<readonly unknown[]> =>
      (await api().get(`/api/trips/${trip}/seats`, tokenOf(asha))).json.seats.map((one: Json) => one.kept_for);

    it('a seat map shows for whom a free seat is kept, and nothing of a seat that is held or sold', async () => {
      expect(await keptShown()).to.deep.equal(['WOMEN', 'DISABLED', 'ELDERLY', null]);
      await lock({ seat_numbers: ['A1'], for: ['WOMEN'] });
      await aBooking(api().dependencies, { userId: asha, tripId: trip as never, seats: [seat('A3')] });
      await lock({ seat_numbers: ['A1'], for: ['WOMEN'] }, await aPassengerId(api().dependencies));
      expect(await keptShown()).to.deep.equal([null, 'DISABLED', null, null]);
    });

    it('a kept seat is held only by who says that they may have it, until the hour', async () => {
      expect(await lock({ seat_numbers: ['A1', 'A2', 'A3', 'A4'] })).to.deep.include({
        granted: ['A4'],
        rejected: [
          { seat_number: 'A1', reason: 'Kept for women.' },
          { seat_number: 'A2', reason: 'Kept for people with disabilities.' },
          { seat_number: 'A3', reason: 'Kept for elderly people.' },
        ],
      });
      expect((await lock({ seat_numbers: ['A1', 'A2'], for: ['WOMEN'] })).granted).to.deep.equal(['A1']);
      expect((await lock({ seat_numbers: ['A1'] })).granted).to.deep.equal([]);
      expect((await lock({ seat_numbers: ['A1', 'A3'], for: ['WOMEN', 'ELDERLY'] })).granted).to.deep.equal([
        'A1',
        'A3',
      ]);
      const other = await aPassengerId(api().dependencies);
      expect((await lock({ seat_numbers: ['A1'] }, other)).rejected).to.deep.equal([
        { seat_number: 'A1', reason: 'Currently held by another passenger.' },
      ]);
      api().clock.set(OPENING);
      expect((await lock({ seat_numbers: ['A1', 'A2'] })).granted).to.deep.equal(['A1', 'A2']);
    });

    it('a hold for a kind of passenger that no seat is kept for is refused', async () => {
      for (const wrong of [['MEN'], ['WOMEN', 'CHILDREN'], ['women']])
        expect(
          faultsOf(await api().post(`/api/trips/${trip}/seats/lock`, { seat_numbers: [], for: wrong }, tokenOf(asha))),
        ).to.deep.equal([400, 'for']);
    });

    it('the best seats are no seats that are kept for others, and after the hour they are chosen last', async () => {
      expect(await lock({ best: 2 })).to.deep.include({ code: 'SEATS_TOO_FEW', left: 1 });
      expect((await lock({ best: 2, for: ['ELDERLY'] })).granted).to.deep.equal(['A3', 'A4']);
      api().clock.set(OPENING);
      expect((await lock({ best: 1 })).granted).to.deep.equal(['A4']);
      expect((await lock({ best: 1, for: ['WOMEN'], near: 'FRONT', like: 'WINDOW' })).granted).to.deep.equal(['A1']);
      expect((await lock({ best: 4 })).granted).to.deep.equal(['A1', 'A2', 'A3', 'A4']);
    });

    it('a booking of a kept seat is refused unless its passenger may have the seat', async () => {
      const seats = { seat_numbers: ['A1', 'A2', 'A3'] };
      await lock({ ...seats, for: ['WOMEN', 'DISABLED', 'ELDERLY'] });
      const book = (...passengers: readonly object[]) =>
        api().post('/api/bookings', { schedule_id: trip, ...seats, passengers }, tokenOf(asha));
      expect(faultsOf(await book())).to.deep.equal([
        400,
        'passengers[0].gender',
        'passengers[1].needs',
        'passengers[2].age',
      ]);
      const [woman, disabled] = [
        { seat_number: 'A1', gender: 'F' },
        { seat_number: 'A2', needs: ['DISABLED'] },
      ];
      expect(faultsOf(await book({ seat_number: 'A3', age: 59 }, { ...woman, gender: 'M' }, disabled))).to.deep.equal([
        400,
        'passengers[1].gender',
        'passengers[0].age',
      ]);
      for (const wrong of [[], ['DEAF'], 'DISABLED', null, ['DISABLED', 'DISABLED']])
        expect(faultsOf(await book(woman, { ...disabled, needs: wrong }))).to.deep.equal([400, 'passengers[1].needs']);
      expect((await book({ ...woman, gender: 'O' }, disabled, { seat_number: 'a3', age: '60' })).status).to.equal(201);
    });

    it('a booking of a kept seat is open to anybody from the hour on', async () => {
      api().clock.set(OPENING);
      await lock({ seat_numbers: ['A1'] });
      const booked = await api().post('/api/bookings', { schedule_id: trip, seat_numbers: ['A1'] }, tokenOf(asha));
      expect(booked.status).to.equal(201);
    });

    it('a counter sale of a kept seat is refused unless its passenger may have the seat', async () => {
      const sell = (gender: string) =>
        api().post(
          `/api/operator/trips/${trip}/sales`,
          {
            seat_numbers: ['A1'],
            passengers: [{ seat_number: 'A1', gender }],
            contact: { name: 'Asha', phone: '9812345678' },
            paid_by: 'QR',
          },
          staffTokenOf('OWNER', owner.id, owner.operatorId),
        );
      expect(faultsOf(await sell('M'))).to.deep.equal([400, 'passengers[0].gender']);
      expect((await sell('F')).status).to.equal(201);
    });

    it('a company sets the hour until which its seats are kept', async () => {
      const set = (hours: unknown) =>
        api().patch(
          '/api/operator/company',
          { kept_until_hours: hours },
          staffTokenOf('OWNER', owner.id, owner.operatorId),
        );
      expect((await set(49)).json.kept_until_hours).to.equal(49);
      expect((await lock({ seat_numbers: ['A1'] })).granted).to.deep.equal(['A1']);
      expect((await set(48)).json.kept_until_hours).to.equal(48);
      expect((await lock({ seat_numbers: ['A2'] })).granted).to.deep.equal(['A2']);
      expect((await set(47)).json.kept_until_hours).to.equal(47);
      expect((await lock({ seat_numbers: ['A1'] })).granted).to.deep.equal([]);
      for (const wrong of [-1, 721, 1.5]) expect((await set(wrong)).status).to.equal(400);
      expect((await set(null)).json.kept_until_hours).to.equal(null);
    });
  },
  { overrides: { authenticate } },
);
