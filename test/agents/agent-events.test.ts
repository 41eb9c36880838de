import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import type { AgentCaller } from '../../core/agents/caller.ts';
import type { BookingStatus } from '../../core/bookings/booking.ts';
import type { AgentId, BookingId, TripId } from '../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { agentsBefore } from '../../core/listening/agents-on-trips.ts';
import { type Owner, PLATFORM, agentAs, companyAs } from '../../core/listening/owner.ts';
import { viewEvents } from '../../core/listening/view-events.ts';
import type { PlannedTrip } from '../../core/trips/planned-trips.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import type { TripForTests } from '../support/catalogue.ts';
import { anotherTrip } from '../support/changing.ts';
import { handClock, START } from '../support/clock.ts';
import { aCompanyWithTrip, disruptingOn } from '../support/disrupting.ts';
import { onEveryEngine } from '../support/engines.ts';
import type { Json } from '../support/http.ts';

onEveryEngine('events of agents', (engine) => {
  const clock = handClock();
  let agent: Agent;
  let program: AgentCaller;
  let company: Awaited<ReturnType<typeof aCompanyWithTrip>>['owner'];
  let trip: TripForTests;
  let seen = 0;

  const selling = () => agentSalesOn(engine(), clock);
  /** The events of an owner since the last call of `forget`. */
  const heardBy = async (owner: Owner): Promise<readonly Json[]> => {
    const view = viewEvents({ ...engine(), clock });
    const { events } = await view(owner, { limit: 100, after: { place: seen, at: clock() } });
    return events.map(({ body }) => JSON.parse(body));
  };
  const typesHeard = async (owner = agentAs(agent.id)): Promise<readonly string[]> =>
    (await heardBy(owner)).map(({ type }) => String(type)).sort();
  const forget = async (): Promise<void> => {
    const view = viewEvents({ ...engine(), clock });
    seen = (await view(PLATFORM, { limit: 100, after: { place: seen, at: clock() } })).next.place;
  };
  const sell = async (numbers: readonly string[], reference = 'HT-1') => {
    await selling().hold(program, trip.id, numbers);
    return (await selling().order(program, trip.id, { numbers, reference })).booking;
  };
  const plan = (id: TripForTests['id'], change: Partial<PlannedTrip>) =>
    engine().transact(async ({ plannedTrips }) => {
      const found = (await plannedTrips.lock(id))!;
      await plannedTrips.save([{ ...found, ...change }]);
    });

  beforeEach(async () => {
    agent = await anAgent(engine(), { commissionRate: basisPoints(750), creditLimit: paisa(1_000_000) });
    program = await aProgram(engine(), agent);
    const seats = ['A1', 'A2', 'A3', 'A4'];
    ({ owner: company, trip } = await aCompanyWithTrip(engine(), {
      fare: paisa(10_000),
      seats,
      departsAt: hoursAfter(START, 36),
    }));
    seen = 0;
    await forget();
  });

  it('an agent hears its sale with its reference, hidden from the company, and no other agent hears it', async () => {
    const other = await anAgent(engine());
    const booking = await sell(['A1']);
    const told = async (owner: Owner) => {
      const [event] = await heardBy(owner);
      return (
        event && [event.type, event.data.booking_id, event.data.agent_id, event.data.reference, event.data.channel]
      );
    };
    const sold = ['booking.confirmed', booking.id, agent.id];
    expect(await told(agentAs(agent.id))).to.deep.equal([...sold, 'HT-1', 'AGENT']);
    expect(await told(PLATFORM)).to.deep.equal([...sold, 'HT-1', 'AGENT']);
    expect(await told(companyAs(company.operatorId))).to.deep.equal([...sold, null, 'AGENT']);
    expect(await told(agentAs(other.id))).to.equal(undefined);
  });

  it('an agent hears the cancellation of its booking, and its refund as paid', async () => {
    const booking = await sell(['A1', 'A2']);
    await forget();
    await selling().cancel(program, booking.id, ['A2']);
    expect(await typesHeard()).to.deep.equal(['booking.changed', 'refund.paid']);
    await forget();
    await selling().cancel(program, booking.id);
    expect(await typesHeard()).to.deep.equal(['booking.cancelled', 'refund.paid']);
  });

  it('an agent hears of a trip only while it has an active booking on it', async () => {
    await plan(trip.id, { departsAt: minutesAfter(trip.departsAt, 5) });
    expect(await typesHeard()).to.deep.equal([]);
    const booking = await sell(['A1']);
    await forget();
    await plan(trip.id, { departsAt: minutesAfter(trip.departsAt, 10) });
    expect(await typesHeard()).to.deep.equal(['trip.retimed']);
    await selling().cancel(program, booking.id);
    await forget();
    await plan(trip.id, { departsAt: minutesAfter(trip.departsAt, 15) });
    expect(await typesHeard()).to.deep.equal([]);
  });

  it('an agent hears that a trip is cancelled, which ends its bookings, and not that the trip is revived', async () => {
    await sell(['A1']);
    await forget();
    await disruptingOn({ engine: engine(), clock }).cancelTrip(company, trip);
    expect(await typesHeard()).to.deep.equal(['booking.cancelled', 'refund.paid', 'trip.cancelled']);
    await forget();
    await plan(trip.id, { status: 'ACTIVE' });
    expect(await typesHeard()).to.deep.equal([]);
    expect(await typesHeard(PLATFORM)).to.deep.equal(['trip.restored']);
  });

  it('an agent whose booking was changed to another trip hears of that trip, and no more of the old one', async () => {
    const other = await anotherTrip(engine(), { operatorId: company.operatorId }, 25_000);
    const booking = await sell(['A1']);
    await selling().hold(program, other.id, ['A2']);
    await forget();
    await selling().change(program, booking.id, other.id, ['A2']);
    const [event, ...rest] = await heardBy(agentAs(agent.id));
    expect(rest).to.deep.equal([]);
    expect(event.data).to.deep.include({ what: 'trip', schedule_id: other.id, reference: 'HT-1' });
    expect(event.data.changed_from).to.include({ booking_id: booking.id, schedule_id: trip.id });
    await forget();
    await plan(trip.id, { departsAt: minutesAfter(trip.departsAt, 5) });
    await plan(other.id, { departsAt: minutesAfter(trip.departsAt, 20) });
    expect((await heardBy(agentAs(agent.id))).map(({ data }) => data.schedule_id)).to.deep.equal([other.id]);
  });
});

describe('agents that hear of a trip', () => {
  const booking = { id: 1 as BookingId, tripId: 7 as TripId, agentId: 3 as AgentId, status: 'CONFIRMED' } as const;
  const agentsAfter = (status: BookingStatus, ...done: readonly ('confirmed' | 'expired' | 'completed')[]) =>
    agentsBefore(
      [{ ...booking, status }],
      done.map((did) => ({ of: 'booking', id: booking.id, did })),
    ).get(booking.tripId);

  it('an agent hears of a trip by a booking that was active before the transaction', () => {
    expect(agentsAfter('CONFIRMED')).to.deep.equal([3]);
    expect(agentsAfter('COMPLETED', 'completed')).to.deep.equal([3]);
    expect(agentsAfter('EXPIRED', 'expired')).to.deep.equal([3]);
  });

  it('an agent does not hear of a trip by a booking that was made in the transaction or had ended before it', () => {
    expect(agentsAfter('CONFIRMED', 'confirmed')).to.equal(undefined);
    expect(agentsAfter('COMPLETED', 'confirmed', 'completed')).to.equal(undefined);
    expect(agentsAfter('REFUNDED')).to.equal(undefined);
  });
});
