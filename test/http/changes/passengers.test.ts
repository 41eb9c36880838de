import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking, sitting } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

onEveryServer(
  'changing passengers over HTTP',
  (api) => {
    let asha: UserId;
    let id: number;

    beforeEach(async () => {
      const { dependencies, clock } = api();
      clock.set(START);
      asha = await aPassengerId(dependencies);
      const trip = await aTrip(dependencies, { departsAt: hoursAfter(START, 30) });
      const booking = await aBooking(dependencies, {
        userId: asha,
        tripId: trip.id,
        seats: [seat('A1'), seat('A2')],
        passengers: [sitting(seat('A1'), { name: 'Asha' }), sitting(seat('A2'), { name: 'Bikram', age: 40 })],
        status: 'CONFIRMED',
      });
      ({ id } = booking);
    });

    const patch = (body: unknown, by: UserId | undefined = asha, of = id) =>
      api().patch(`/api/bookings/${of}`, body, by && tokenOf(by));

    it('a change of a booking’s passengers answers 200 with the booking', async () => {
      const answer = await patch({
        passengers: [
          { seat_number: 'A1', name: '  Chitra ', age: 7 },
          { seat_number: 'A2', age: null },
        ],
      });
      expect(answer.status, answer.text).to.equal(200);
      const seats = answer.json.seats as { passenger_name: string; passenger_age: number | null }[];
      expect(seats.map(({ passenger_name: name, passenger_age: age }) => [name, age])).to.deep.equal([
        ['Chitra', 7],
        ['Bikram', null],
      ]);
      expect((await api().get(`/api/bookings/${id}`, tokenOf(asha))).json).to.deep.equal(answer.json);
    });

    it('a change of a booking’s passengers that names no passenger answers 200 with the unchanged booking', async () => {
      const { json } = await api().get(`/api/bookings/${id}`, tokenOf(asha));
      for (const body of [{}, { passengers: null }, { passengers: [] }, { other: 1 }]) {
        const answer = await patch(body);
        expect([answer.status, answer.json]).to.deep.equal([200, json]);
      }
    });

    it('a refused change of a booking’s passengers names the wrong field with its index in the list', async () => {
      for (const [passenger, field] of [
        [{ name: '' }, 'name'],
        [{ name: null }, 'name'],
        [{ age: 200 }, 'age'],
        [{ gender: 'X' }, 'gender'],
        [{ boarding_point: 'Nowhere' }, 'boarding_point'],
        [{ seat_number: 'Z9' }, 'seat_number'],
      ] as const) {
        const { status, json } = await patch({ passengers: [{ seat_number: 'A1', ...passenger }] });
        expect([status, json.errors?.map((one: { field: string }) => one.field)]).to.deep.equal([
          400,
          [`passengers[0].${field}`],
        ]);
      }
      expect((await patch({ passengers: 'A1' })).status).to.equal(400);
    });

    it('a change of a booking’s passengers finds a seat however its number is spelled, and refuses a seat named twice', async () => {
      const { json } = await patch({ passengers: [{ seat_number: 'a\u200b 1', name: 'Chitra' }] });
      expect(json.seats[0]).to.include({ seat_number: 'A1', passenger_name: 'Chitra' });
      const twice = [{ seat_number: 'A1' }, { seat_number: 'a1' }];
      expect((await patch({ passengers: twice })).json.errors).to.deep.equal([
        { field: 'passengers[1].seat_number', message: 'must not be named twice' },
      ]);
    });

    it('a change of a booking’s passengers refuses a name that shows nothing, and clears such a boarding point', async () => {
      for (const name of ['\u200b', '\u3164', '—'])
        expect((await patch({ passengers: [{ seat_number: 'A1', name }] })).json.errors[0].field).to.equal(
          'passengers[0].name',
        );
      const { json } = await patch({ passengers: [{ seat_number: 'A1', boarding_point: '\u200b' }] });
      expect(json.seats[0].boarding_point).to.equal('');
    });

    it('a change of a booking’s passengers by anybody but its owner is refused before the body is checked', async () => {
      expect((await patch({ passengers: 'A1' }, await aPassengerId(api().dependencies))).status).to.equal(404);
      expect((await patch({ passengers: 'A1' }, asha, 2_147_483_647)).status).to.equal(404);
      expect((await api().patch(`/api/bookings/${id}`, {})).status).to.equal(401);
    });

    it('a third change of a passenger’s name answers 409 NAME_CHANGES_USED and names the seats', async () => {
      const rename = (name: string) => patch({ passengers: [{ seat_number: 'A2', name }] });
      expect([(await rename('Chitra')).status, (await rename('Dipa')).status]).to.deep.equal([200, 200]);
      const { status, json } = await rename('Esha');
      expect([status, json.code, json.seats]).to.deep.equal([409, 'NAME_CHANGES_USED', ['A2']]);
    });
  },
  { overrides: { authenticate } },
);
