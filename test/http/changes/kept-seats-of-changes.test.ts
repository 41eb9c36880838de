import { expect } from 'chai';
import type { KeptFor } from '../../../core/fleet/kept-seats.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBus, seatsNumbered } from '../../support/catalogue.ts';
import { changingOverHttp } from '../../support/changing-over-http.ts';
import { START } from '../../support/clock.ts';
import { type Answer, type Json, onEveryServer } from '../../support/http.ts';
import { authenticate } from '../../support/plain-tokens.ts';

const KEPT: Readonly<Record<string, KeptFor>> = { A3: 'WOMEN', A4: 'ELDERLY', A5: 'DISABLED' };

onEveryServer(
  'kept seats of bookings that change, over HTTP',
  (api) => {
    const { passenger, company, another, hold, post, inOffice, read, staff, ...world } = changingOverHttp(api);

    beforeEach(() => world.begin());

    /** A bus with two seats for anybody, then one for women, one for elderly people and one for disabled people. */
    const keeping = () => {
      const seats = seatsNumbered('A1', 'A2', 'A3', 'A4', 'A5').map((one) => ({ ...one, keptFor: KEPT[one.number] }));
      const seatMap = { rows: 1, cols: 5, deckCount: 1, seats };
      return { bus: { operatorId: company().operatorId, totalSeats: 5, seatMap } };
    };
    const paidOnKeeping = () => world.paid(keeping());
    const patch = (id: number, ...passengers: readonly object[]): Promise<Answer> =>
      api().patch(`/api/bookings/${id}`, { passengers }, passenger());
    const faultsOf = ({ status, json }: Answer): readonly unknown[] => [
      status,
      ...(json.errors ?? []).map(({ field }: Json) => field),
    ];
    const holdKept = (trip: { readonly id: number }, ...seats: readonly string[]): Promise<Answer> =>
      api().post(
        `/api/trips/${trip.id}/seats/lock`,
        { seat_numbers: seats, for: ['WOMEN', 'ELDERLY', 'DISABLED'] },
        passenger(),
      );

    it('an exchange gives a kept seat only to a passenger who may have it', async () => {
      const { id, trip } = await paidOnKeeping();
      await holdKept(trip, 'A3');
      const exchange = (seats: readonly string[], ...passengers: readonly object[]) =>
        post(id, 'change', { schedule_id: trip.id, seat_numbers: seats, passengers });
      expect(faultsOf(await exchange(['A3', 'A1']))).to.deep.equal([400, 'passengers[1].gender']);
      expect(
        faultsOf(await exchange(['A1', 'A3'], { seat_number: 'A1', age: 9 }, { seat_number: 'a3', gender: 'M' })),
      ).to.deep.equal([400, 'passengers[1].gender']);
      expect((await exchange(['A1', 'A3'], { seat_number: 'A3', gender: 'F' })).status).to.equal(200);
    });

    it('a change to another trip gives kept seats only to passengers who may have them, as its quote says', async () => {
      const { id } = await paidOnKeeping();
      const trip = await another(50_000, 54, keeping());
      await holdKept(trip, 'A4', 'A5');
      const body = { schedule_id: trip.id, seat_numbers: ['A5', 'A4'] };
      const both = [400, 'passengers[0].age', 'passengers[1].needs'];
      expect(faultsOf(await post(id, 'change-quote', body))).to.deep.equal(both);
      expect(faultsOf(await post(id, 'change', body))).to.deep.equal(both);
      const passengers = [
        { seat_number: 'A5', needs: ['DISABLED'] },
        { seat_number: 'A4', age: 60 },
      ];
      expect((await post(id, 'change', { ...body, passengers })).status).to.equal(201);
    });

    it('a passenger keeps the need in a change to another kept seat', async () => {
      const { id } = await paidOnKeeping();
      const [first, second] = [await another(50_000, 54, keeping()), await another(50_000, 78, keeping())];
      const changed = async (from: number, trip: { readonly id: number }, passengers: readonly object[]) => {
        await holdKept(trip, 'A1', 'A5');
        return post(from, 'change', { schedule_id: trip.id, seat_numbers: ['A1', 'A5'], passengers });
      };
      const made = await changed(id, first, [{ seat_number: 'A5', needs: ['DISABLED'] }]);
      expect([made.status, (await changed(made.json.id, second, [])).status]).to.deep.equal([201, 201]);
    });

    it('a change in the office keeps to kept seats, too', async () => {
      const { id, trip } = await paidOnKeeping();
      const change = (...passengers: readonly object[]) =>
        inOffice(id, 'change', { schedule_id: trip.id, seat_numbers: ['A2', 'A3'], passengers });
      expect(faultsOf(await change())).to.deep.equal([400, 'passengers[1].gender']);
      expect((await change({ seat_number: 'A3', gender: 'O' })).status).to.equal(200);
    });

    it('a change to kept seats is open to anybody from the hour on', async () => {
      const { id, trip } = await paidOnKeeping();
      api().clock.set(hoursAfter(START, 18));
      await hold(trip, 'A3');
      const changed = await post(id, 'change', { schedule_id: trip.id, seat_numbers: ['A1', 'A3'] });
      expect(changed.status).to.equal(200);
    });

    it('a booking that cannot be changed is refused for that before its passengers are judged', async () => {
      const { id, trip } = await paidOnKeeping();
      await post(id, 'cancel');
      const changed = await post(id, 'change', { schedule_id: trip.id, seat_numbers: ['A1', 'A3'] });
      expect([changed.status, changed.json.code]).to.deep.equal([409, 'BOOKING_CLOSED']);
    });

    it('a passenger on a kept seat keeps the detail that the seat asks for', async () => {
      const { id, trip } = await paidOnKeeping();
      await holdKept(trip, 'A3', 'A4');
      const passengers = [
        { seat_number: 'A3', gender: 'F' },
        { seat_number: 'A4', age: 70 },
      ];
      await post(id, 'change', { schedule_id: trip.id, seat_numbers: ['A3', 'A4'], passengers });
      expect(
        faultsOf(await patch(id, { seat_number: 'A4', age: null }, { seat_number: 'A3', gender: 'M' })),
      ).to.deep.equal([400, 'passengers[1].gender', 'passengers[0].age']);
      expect((await patch(id, { seat_number: 'A3', gender: 'O', name: 'Maya' })).status).to.equal(200);
      api().clock.set(hoursAfter(START, 18));
      expect((await patch(id, { seat_number: 'A3', gender: 'M' })).status).to.equal(200);
    });

    it('a swap may put anybody on a kept seat, and this passenger may still change other details', async () => {
      const { id, trip } = await world.paid({ bus: { operatorId: company().operatorId } });
      const seats = seatsNumbered('A1', 'A2').map((one) => ({ ...one, keptFor: 'WOMEN' as const }));
      const seatMap = { rows: 1, cols: 2, deckCount: 1, seats };
      const bus = await aBus(api().dependencies, { operatorId: company().operatorId, totalSeats: 2, seatMap });
      const body = { bus_id: bus, reason: 'BREAKDOWN' };
      const swapped = await api().post(`/api/operator/trips/${trip.id}/swap-bus`, body, staff('MANAGER'));
      expect([swapped.status, (await read({ id })).seats[0].passenger_gender]).to.deep.equal([200, null]);
      expect((await patch(id, { seat_number: 'A1', gender: null, name: 'Ram' })).status).to.equal(200);
      expect(faultsOf(await patch(id, { seat_number: 'A1', gender: 'M' }))).to.deep.equal([
        400,
        'passengers[0].gender',
      ]);
    });
  },
  { overrides: { authenticate } },
);
