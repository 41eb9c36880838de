import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import { completeBookings } from '../../../core/bookings/complete-bookings.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { Member } from '../../../core/companies/member.ts';
import { changeBus } from '../../../core/fleet/change-bus.ts';
import { changeSeatMap } from '../../../core/fleet/change-seat-map.ts';
import type { WantedMap } from '../../../core/fleet/seat-layout.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, calendar, seat, seatsNumbered } from '../../support/catalogue.ts';
import { aCompanyWithTrip, disruptingOn, statusesOf } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('a trip that its company retimes', (engine) => {
  let paying: Paying;
  let owner: Member;
  let trip: TripForTests;

  const onBusWith = async (seats: readonly string[] | number) => {
    paying = payingOn(engine());
    ({ owner, trip } = await aCompanyWithTrip(engine(), { seats }));
  };
  const sell = async (seats: readonly string[] | number): Promise<Booking> => {
    const booking = await aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip.id,
      bookedAt: paying.clock(),
      ...(typeof seats === 'number' ? { seatsCount: seats } : { seats: seats.map(seat) }),
    });
    await paying.handleSuccess(paying.gateway.pay(await paying.checkout(booking)));
    return booking;
  };
  const later = () =>
    disruptingOn(paying)
      .retimeTrip(owner, trip, {
        departsAt: hoursAfter(trip.departsAt, 2),
        arrivesAt: hoursAfter(trip.arrivesAt, 2),
      })
      .then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof Refusal) return error.code;
          throw error;
        },
      );
  const late = () => {
    paying.clock.set(minutesAfter(trip.departsAt, 10));
  };

  it('bookings of a retimed trip are completed at the new arrival time, not before', async () => {
    await onBusWith(['A1']);
    const booking = await sell(['A1']);
    const complete = completeBookings({ ...engine(), clock: paying.clock });
    expect(await later()).to.equal('done');
    paying.clock.set(trip.arrivesAt);
    await complete();
    expect(await statusesOf(engine(), [booking])).to.deep.equal(['CONFIRMED']);
    paying.clock.set(hoursAfter(trip.arrivesAt, 2));
    await complete();
    expect(await statusesOf(engine(), [booking])).to.deep.equal(['COMPLETED']);
  });

  describe('a retimed trip whose departure time has passed', () => {
    afterEach(async () => {
      const { findings } = await runAudit({ ...engine(), clock: paying.clock, calendar })();
      // Ignores audit findings about work that jobs still have to do, because no job runs in this test.
      const left = findings.filter(({ invariant }) => !['EVENT_UNTOLD', 'OVERDUE'].includes(invariant));
      expect(left).to.deep.equal([]);
    });

    const draw = (map: WantedMap | null) => changeSeatMap({ ...engine(), clock: paying.clock })(owner, trip.busId, map);
    const numbered = (...numbers: readonly string[]): WantedMap => ({
      rows: 1,
      cols: 4,
      deckCount: 1,
      seats: seatsNumbered(...numbers),
    });

    it('a trip with bookings can be retimed although its departure time has passed', async () => {
      await onBusWith(['A1', 'A2']);
      await sell(['A1']);
      late();
      expect(await later()).to.equal('done');
    });

    it('a trip whose departure time has passed is not retimed if its bus has lost a sold seat', async () => {
      await onBusWith(['A1', 'A2']);
      await sell(['A1']);
      late();
      await draw(numbered('A2', 'B1'));
      expect(await later()).to.equal('TRIP_NOT_BOOKABLE');
    });

    it('a trip whose departure time has passed is not retimed if its bus has lost its seat map', async () => {
      await onBusWith(['A1', 'A2']);
      await sell(['A1']);
      late();
      await draw(null);
      expect(await later()).to.equal('TRIP_NOT_BOOKABLE');
    });

    it('a trip past its departure time is not retimed if its bus got a seat map or has too few places', async () => {
      await onBusWith(5);
      await sell(4);
      late();
      const resize = (totalSeats: number) =>
        changeBus({ ...engine(), clock: paying.clock, calendar })(owner, trip.busId, { totalSeats });
      await resize(3);
      expect(await later()).to.equal('TRIP_NOT_BOOKABLE');
      await draw(numbered('A1', 'A2', 'A3', 'A4'));
      expect(await later()).to.equal('TRIP_NOT_BOOKABLE');
      await draw(null);
      await resize(4);
      expect(await later()).to.equal('done');
    });

    it('a blocked seat that the bus no longer has is unblocked when its trip is retimed', async () => {
      await onBusWith(['A1', 'A2']);
      await engine().transact(async ({ blocks }) => {
        await blocks.lock(trip.id, paying.clock());
        const block = { seat: seat('A2'), reason: 'Kept.', until: null };
        await blocks.replace(trip.id, [block], paying.clock());
      });
      late();
      await draw(numbered('A1'));
      expect(await later()).to.equal('done');
      expect((await engine().officeTrips.find(trip.id, paying.clock()))?.seats).to.include({ blocked: 0, left: 1 });
    });

    it('a trip past its departure time can be retimed if a removed seat was booked only by an expired booking', async () => {
      await onBusWith(['A1', 'A2']);
      await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: trip.id, seats: [seat('A1')] });
      late();
      await draw(numbered('A2'));
      expect(await later()).to.equal('done');
    });
  });
});
