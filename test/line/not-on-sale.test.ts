import { expect } from 'chai';
import { createBooking } from '../../core/bookings/create-booking.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import type { AgentCaller } from '../../core/agents/caller.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter, toIso } from '../../core/kernel/time.ts';
import { stepDoors } from '../../core/line/step-doors.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import { bookingNeeds } from '../support/bookings.ts';
import { type TripForTests, aTrip, changePlan, seat } from '../support/catalogue.ts';
import { type HandClock, handClock, START } from '../support/clock.ts';
import { aClerk, counterOn } from '../support/counter.ts';
import { aDoor } from '../support/doors.ts';
import { type Engine, memoryEngine } from '../support/engines.ts';
import { anOperator, aPassengerId } from '../support/people.ts';
import { ended, refused } from '../support/refusals.ts';

const OPENING = hoursAfter(START, 48);

describe('a trip before the opening of its sale', () => {
  let engine: Engine;
  let clock: HandClock;
  let asha: UserId;
  let clerk: Awaited<ReturnType<typeof aClerk>>;
  let agent: AgentCaller;
  let seated: TripForTests;
  let places: TripForTests;

  beforeEach(async () => {
    engine = memoryEngine();
    clock = handClock();
    const { operatorId } = await anOperator(engine);
    clerk = await aClerk(engine, { operatorId });
    asha = await aPassengerId(engine);
    agent = await aProgram(engine, await anAgent(engine));
    const departsAt = hoursAfter(START, 96);
    seated = await aTrip(engine, { bus: { operatorId }, departsAt });
    places = await aTrip(engine, { bus: { operatorId }, departsAt, seats: 10 });
    for (const { id } of [seated, places]) await aDoor(engine, { opensAt: OPENING, trips: [id] });
  });

  const hold = () => lockSeats({ ...engine, clock })(asha, seated.id, [seat('A1')]);
  const book = () =>
    createBooking({ ...bookingNeeds(engine, clock), expireBookings: expireBookings({ ...engine, clock }) })(asha, {
      tripId: places.id,
      seatNumbers: [],
      passengers: [],
      seats: 1,
    });
  const sell = () => counterOn(engine, clock).sell(clerk, seated.id, { numbers: ['A2'] });
  const agents = () => agentSalesOn(engine, clock);

  for (const [name, buy] of Object.entries({ hold, book, sell }))
    it(`${name}: nothing is sold before the moment, and the refusal names it`, async () => {
      clock.set(minutesAfter(OPENING, -1));
      const refusal = await refused(buy());
      expect([refusal.kind, refusal.code, refusal.extra]).to.deep.equal([
        'conflict',
        'NOT_ON_SALE',
        { sale_opens_at: toIso(OPENING) },
      ]);
      clock.set(OPENING);
      expect(await ended(buy())).to.equal('done');
    });

  it('an agent holds and sells seats only after the rush at the opening is over', async () => {
    clock.set(hoursAfter(OPENING, 1));
    expect(await ended(agents().hold(agent, seated.id, ['A1']))).to.equal('NOT_ON_SALE');
    expect(await ended(agents().order(agent, places.id, { seats: 1 }))).to.equal('NOT_ON_SALE');
    await stepDoors({ ...engine, clock })();
    expect(await ended(agents().hold(agent, seated.id, ['A1']))).to.equal('done');
    expect(await ended(agents().order(agent, places.id, { seats: 1 }))).to.equal('done');
  });

  it('a departed trip is refused as departed, though its sale is not open', async () => {
    await changePlan(engine, seated.id, { departedAt: START });
    expect(await ended(hold())).to.equal('TRIP_DEPARTED');
  });

  it('offices and passengers see the moment, and that the trip is not on sale yet', async () => {
    const found = await engine.tripSearch.find(seated.id, START);
    expect(found).to.deep.include({ saleOpensAt: OPENING, isOnSale: false, withheld: 0 });
    expect(await engine.tripSearch.find(seated.id, OPENING)).to.deep.include({ isOnSale: true });
    const shown = await engine.officeTrips.find(seated.id, START);
    expect(shown).to.deep.include({ isOnSale: false, notBookableReason: 'NOT_ON_SALE' });
    await changePlan(engine, seated.id, { departedAt: START });
    expect((await engine.officeTrips.find(seated.id, START))?.notBookableReason).to.equal('DEPARTED');
  });

  it('blocked seats are shown as withheld', async () => {
    await engine.transact(({ blocks }) =>
      blocks.replace(seated.id, [{ seat: seat('A1'), reason: 'Kept', until: null }], START),
    );
    expect(await engine.tripSearch.find(seated.id, START)).to.deep.include({ withheld: 1 });
    expect(await engine.officeTrips.find(seated.id, START)).to.deep.include({ withheld: 1 });
  });
});
