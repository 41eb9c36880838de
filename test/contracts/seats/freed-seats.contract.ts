import { expect } from 'chai';
import type { OperatorId, SeatNumber, TripId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { releaseSeats } from '../../../core/seats/release-seats.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, seat, seatsNumbered } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

const [A1, A2] = [seat('A1'), seat('A2')];
const REGISTRATION = 'BA 1 PA 77';

onEveryEngine('released seats', (engine) => {
  let clock: HandClock;
  let operatorId: OperatorId;
  let trip: TripId;
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    clock = handClock();
    operatorId = (await anOperator(engine())).operatorId;
    trip = (await aTrip(engine(), { seats: ['A1', 'A2'], bus: { registrationNo: REGISTRATION, operatorId } })).id;
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const lock = (passenger: UserId, ...seats: readonly SeatNumber[]) =>
    lockSeats({ ...engine(), clock, seatLockMinutes: 10, rateLimit: true })(passenger, trip, seats);
  const release = (passenger: UserId) => releaseSeats({ ...engine(), clock, rateLimit: true })(passenger, trip);
  const recordedSince = async (already: number) => (await recorded(engine())).slice(already);

  const putOutOfUse = (number: SeatNumber) => {
    const seats = seatsNumbered('A1', 'A2').map((place) => ({ ...place, isActive: place.number !== number }));
    return aBus(engine(), {
      registrationNo: REGISTRATION,
      operatorId,
      seatMap: { rows: 1, cols: 2, deckCount: 1, seats },
    });
  };
  /**
   * Pays for Asha's booking of A1. The booking is overdue by Bikram's clock, but not yet by the clock of another
   * process.
   */
  const payAtDeadline = async () => {
    const { id } = await aBooking(engine(), { userId: asha, tripId: trip, seats: [A1] });
    clock.set(minutesAfter(START, 15));
    expect((await lock(bikram, A1, A2)).granted).to.deep.equal([A1, A2]);
    await engine().transact(async ({ bookings, seatLocks }) => {
      await bookings.move(id, 'confirm');
      await seatLocks.finalize(id);
    });
  };

  for (const [why, released, happen] of [
    // The hold on A1 ended when the seat was put out of use, so only A2 is released.
    ['was put out of use meanwhile', 1, () => lock(bikram, A1, A2).then(() => putOutOfUse(A1))],
    ['was sold meanwhile', 2, payAtDeadline],
  ] as const) {
    it(`a seat that a passenger releases is not published as free if the seat ${why}`, async () => {
      await happen();
      const already = (await recorded(engine())).length;
      expect(await release(bikram)).to.equal(released);
      expect(await recordedSince(already)).to.deep.equal([seatMessage(trip, 'AVAILABLE', 'A2')]);
    });

    it(`a seat that a passenger drops from the selection is not published as free if the seat ${why}`, async () => {
      await happen();
      const already = (await recorded(engine())).length;
      expect((await lock(bikram, A2)).granted).to.deep.equal([A2]);
      expect(await recordedSince(already)).to.deep.equal([seatMessage(trip, 'LOCKED', 'A2')]);
    });
  }

  it('a seat that a passenger releases is published as free even if a second released seat is out of use', async () => {
    await lock(bikram, A1, A2);
    await putOutOfUse(A1);
    const already = (await recorded(engine())).length;
    expect((await lock(bikram)).granted).to.deep.equal([]);
    expect(await recordedSince(already)).to.deep.equal([seatMessage(trip, 'AVAILABLE', 'A2')]);
    expect(await engine().transact(({ holdings }) => holdings.runs(bikram, trip, clock()))).to.deep.equal([]);
  });
});
