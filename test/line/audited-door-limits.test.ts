import { expect } from 'chai';
import type { OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { type Paying, payingOn } from '../support/paying.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, calendar, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Change, databaseBooks } from '../support/corrupting.ts';
import { aClerk, ASHA, counterOn } from '../support/counter.ts';
import { aDoor } from '../support/doors.ts';
import { onEveryEngine } from '../support/engines.ts';
import { LINE_TERMS } from '../support/line.ts';
import { anOperator, aPassengerId } from '../support/people.ts';

const EIGHT = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'];
const LIMITS = { seatsPerDay: 6, counterPercent: 30 };

onEveryEngine('an audit of the limits of doors', (engine, database) => {
  let paying: Paying;
  let operatorId: OperatorId;
  let asha: UserId;
  let trips: readonly [TripId, TripId];

  /** Two trips of one day, whose door opened an hour ago. The counter may take two of the eight seats of each. */
  beforeEach(async () => {
    paying = payingOn(engine());
    ({ operatorId } = await anOperator(engine()));
    const departsAt = hoursAfter(START, 48);
    const trip = async () => (await aTrip(engine(), { seats: EIGHT, bus: { operatorId }, departsAt })).id;
    trips = [await trip(), await trip()];
    await aDoor(engine(), { opensAt: hoursAfter(START, -1), trips });
    asha = await aPassengerId(engine());
  });

  const day = () => calendar.date(hoursAfter(START, 48));
  const book = (userId: UserId, tripId: TripId, seats: readonly string[]) =>
    aBooking(engine(), { userId, tripId, seats: seats.map(seat), bookedAt: START });

  /** The audit's lines about doors, without a change and after each one. */
  const foundAfter = async (changes: readonly Change[], limits = LIMITS) => {
    const unchanged: Change = { table: 'doors', where: { id: -1 }, set: { paused: false } };
    const lines = await databaseBooks(database()).linesAfter(paying.clock, [unchanged, ...changes], limits);
    return lines.map((found) => found.filter((line) => line.startsWith('DOOR_DIFFERS')));
  };

  /** An entry of the activity log about a trip. */
  const logged = (kind: string, trip: TripId): Change => ({
    table: 'activity_log',
    where: {},
    added: { kind, actor_role: 'SYSTEM', subject_type: 'schedule', subject_id: trip, description: kind, at: START },
  });

  it('an audit finds an account with more seats of a day than one person may have, but not what a retime brings', async () => {
    await book(asha, trips[0], ['A1', 'A2', 'A3', 'A4']);
    const { id } = await book(await aPassengerId(engine()), trips[1], ['A1', 'A2', 'A3', 'A4']);
    const taken: Change = { table: 'bookings', where: { id }, set: { user_id: asha } };
    const cleared: Change = { table: 'doors', where: { paused: false }, set: { cleared_at: START } };
    expect(
      await foundAfter([taken, { ...taken, also: [logged('TRIP_RETIMED', trips[1])] }, { ...taken, also: [cleared] }]),
    ).to.deep.equal([[], [`DOOR_DIFFERS: has 8 seats on ${day()}, and 6 are allowed (user ${asha})`], [], []]);
  });

  it('an audit counts the held seats of an account with its booked ones', async () => {
    await book(asha, trips[0], ['A1', 'A2', 'A3', 'A4']);
    const other = await aPassengerId(engine());
    await lockSeats({ ...engine(), ...LINE_TERMS, clock: paying.clock, rateLimit: false })(
      other,
      trips[1],
      ['B1', 'B2', 'B3'].map(seat),
    );
    const taken: Change = { table: 'seat_locks', where: { locked_by: other }, set: { locked_by: asha } };
    expect(await foundAfter([taken])).to.deep.equal([
      [],
      [`DOOR_DIFFERS: has 7 seats on ${day()}, and 6 are allowed (user ${asha})`],
    ]);
  });

  it('an audit finds a phone number with more counter seats of a day than one person may have', async () => {
    const clerk = await aClerk(engine(), { operatorId });
    const sell = (trip: TripId, phone: string) =>
      counterOn(engine(), paying.clock).sell(clerk, trip, { numbers: ['A1', 'A2'], contact: { ...ASHA, phone } });
    const { id: first } = await sell(trips[0], '9841000001');
    const { id } = await sell(trips[1], '9841000002');
    const moved: Change = { table: 'bookings', where: { id }, set: { contact_mobile: '9841000001' } };
    expect(await foundAfter([moved], { ...LIMITS, seatsPerDay: 3 })).to.deep.equal([
      [],
      [`DOOR_DIFFERS: its phone number has 4 seats on ${day()}, and 3 are allowed (booking ${first})`],
    ]);
  });

  it('an audit finds a trip with more counter seats than its share, but not what a swap left over', async () => {
    const { id } = await book(asha, trips[0], ['A1', 'A2', 'A3']);
    const sold: Change = { table: 'bookings', where: { id }, set: { channel: 'COUNTER' } };
    expect(await foundAfter([sold, { ...sold, also: [logged('BUS_SWAPPED', trips[0])] }])).to.deep.equal([
      [],
      [`DOOR_DIFFERS: blocks and counters take 3 of 8 seats, and 2 are allowed (trip ${trips[0]})`],
      [],
    ]);
  });
});
