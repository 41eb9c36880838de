import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { seat, type TripForTests } from '../../support/catalogue.ts';
import { changingOverHttp } from '../../support/changing-over-http.ts';
import { START } from '../../support/clock.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { authenticate } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { aRoad } from '../../support/roads.ts';

const LAST = { from_stop: 1, to_stop: 2 };

/**
 * Bookings from Mugling to Pokhara, on a bus that comes from Kathmandu. The bus has left Kathmandu four hours early. It
 * leaves Mugling 70 minutes after its planned departure from Kathmandu.
 */
onEveryServer(
  'changes of a section’s booking while the bus is on its way to the section over HTTP',
  (api) => {
    const user = changingOverHttp(api);
    let trip: TripForTests;
    let to: TripForTests;
    let booking: { readonly id: number };
    let other: { readonly id: number };

    const road = (hours: number, fare: number) =>
      aRoad(api().dependencies, {
        between: ['Mugling'],
        bus: { operatorId: user.company().operatorId },
        departsAt: hoursAfter(START, hours),
        fares: [{ from: 1, to: 2, fare: paisa(fare) }],
      });
    const paid = async (number: string) => {
      const { id } = await aBooking(api().dependencies, {
        userId: Number(user.passenger().split('-')[1]) as UserId,
        tripId: trip.id,
        seats: [seat(number)],
        section: { from: 1, to: 2 },
        total: paisa(50_000),
        bookedAt: api().clock(),
      });
      await user.pay({ id });
      return { id };
    };
    const leave = (stop: number) =>
      api().post(`/api/conductor/trips/${trip.id}/stops/${stop}/left`, { early: true }, user.staff('CONDUCTOR'));

    beforeEach(async () => {
      await user.begin();
      [trip, to] = [await road(30, 50_000), await road(54, 90_000)];
      [booking, other] = [await paid('A1'), await paid('A2')];
      api().clock.set(hoursAfter(trip.departsAt, -4));
      expect((await leave(0)).status).to.equal(200);
    });

    const rename = (of: { readonly id: number }) =>
      api().patch(`/api/bookings/${of.id}`, { passengers: [{ seat_number: 'A1', name: 'Asha' }] }, user.passenger());
    const quote = (of: { readonly id: number }) => user.post(of.id, 'change-quote', { schedule_id: to.id, ...LAST });
    async function change(): Promise<Json> {
      await api().post(`/api/trips/${to.id}/seats/lock`, { seat_numbers: ['B1'], ...LAST }, user.passenger());
      const body = { schedule_id: to.id, seat_numbers: ['B1'], ...LAST };
      const { status, json, text } = await user.post(booking.id, 'change', body);
      expect(status, text).to.equal(201);
      return json;
    }

    it('a booking from an inner stop can be renamed, changed and cancelled after the bus has left its origin', async () => {
      expect((await rename(booking)).status).to.equal(200);
      expect((await quote(booking)).json).to.include({ old_total: 500, change_fee: 50, credit: 450, to_pay: 450 });
      const made = await change();
      expect(await api().useCases.sweepChanges()).to.equal(0);
      await user.pay(made);
      expect((await user.read(booking)).changed_to.id).to.equal(made.id);
      expect(await user.read(made)).to.include({ booking_status: 'CONFIRMED', total_amount: 900, ...LAST });
      expect((await user.post(other.id, 'cancel')).status).to.equal(200);
    });

    it('a booking from an inner stop can no longer be renamed, changed or cancelled after the bus has left that stop', async () => {
      const made = await change();
      expect((await leave(1)).status).to.equal(200);
      expectProblem(await rename(booking), 409, 'TRIP_DEPARTED');
      expectProblem(await quote(other), 409, 'CHANGE_TOO_LATE');
      expectProblem(await user.post(other.id, 'cancel'), 409, 'TRIP_DEPARTED');
      expect(await api().useCases.sweepChanges()).to.equal(1);
      expect((await user.read(made)).booking_status).to.equal('CANCELLED');
    });

    it('seats are exchanged on the section of the booking alone, and cities must be the same', async () => {
      const held = { seat_numbers: ['B2'], ...LAST };
      await api().post(`/api/trips/${trip.id}/seats/lock`, held, user.passenger());
      const wanted = { schedule_id: trip.id, seat_numbers: ['B2'] };
      expectProblem(await user.post(booking.id, 'change', wanted), 409, 'OTHER_ROAD');
      const { status, json } = await user.post(booking.id, 'change', { ...wanted, ...LAST });
      expect([status, json.id, json.seats[0].seat_number]).to.deep.equal([200, booking.id, 'B2']);
      expect(json).to.include({ total_amount: 500, ...LAST });
    });
  },
  { overrides: { authenticate } },
);
