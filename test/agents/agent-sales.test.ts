import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import type { AgentOrder } from '../../core/agents/sell.ts';
import { toCompanyActivity } from '../../adapters/http/platform/activity.ts';
import { daysOfFigures } from '../../core/agents/allow-agent.ts';
import type { AgentCaller } from '../../core/agents/caller.ts';
import { cancelForOffice } from '../../core/changes/cancel-for-office.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { viewCompanyActivityLog } from '../../core/platform/view-activity-log.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import { type TripForTests, aTrip, calendar, changePlan, seat, seatsNumbered } from '../support/catalogue.ts';
import { anotherTrip } from '../support/changing.ts';
import { handClock, START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { anAdmin, anOperator, aPassengerId } from '../support/people.ts';
import { faultsOf, refused } from '../support/refusals.ts';
import { addStops } from '../support/stops.ts';

onEveryEngine('sales of agents', (engine) => {
  const clock = handClock();
  let agent: Agent;
  let program: AgentCaller;
  let trip: TripForTests;
  const selling = () => agentSalesOn(engine(), clock);
  const accountOf = async () => (await engine().agentViews.find(agent.id))!;
  const codeOf = async (work: Promise<unknown>) => (await refused(work)).code;

  beforeEach(async () => {
    agent = await anAgent(engine(), { commissionRate: basisPoints(750), creditLimit: paisa(100_000) });
    program = await aProgram(engine(), agent);
    trip = await aTrip(engine(), {
      fare: paisa(10_000),
      seats: ['A1', 'A2', 'A3', 'A4'],
      departsAt: hoursAfter(START, 36),
    });
  });

  it('a sale, the cancellation of a seat and of the rest leave the books as the example says', async () => {
    await selling().hold(program, trip.id, ['A1', 'A2', 'A3']);
    const { booking } = await selling().order(program, trip.id, { numbers: ['A1', 'A2', 'A3'] });
    expect([booking.status, booking.net, (await accountOf()).balance]).to.deep.equal(['CONFIRMED', 27_750, 27_750]);
    const part = await selling().cancel(program, booking.id, ['A2']);
    expect([part.fee, part.refund, part.credited]).to.deep.equal([1_000, 9_000, 8_325]);
    expect((await accountOf()).balance).to.equal(19_425);
    const rest = await selling().cancel(program, booking.id);
    expect([rest.refund, rest.credited]).to.deep.equal([18_000, 16_650]);
    const { refunds } = (await engine().agentBookings.find(agent.id, booking.id))!;
    expect(refunds.map(({ reason }) => reason)).to.deep.equal(['PASSENGER_CANCELLATION', 'PASSENGER_CANCELLATION']);
    expect((await accountOf()).balance).to.equal(2_775);
    expect((await selling().audit()).findings).to.deep.equal([]);
  });

  it('thirty sales with one reference make one booking', async () => {
    await selling().hold(program, trip.id, ['A1']);
    const sold = await Promise.all(
      Array.from({ length: 30 }, () => selling().order(program, trip.id, { numbers: ['A1'] })),
    );
    expect(sold.filter(({ isNew }) => isNew)).to.have.length(1);
    expect(new Set(sold.map(({ booking }) => booking.id)).size).to.equal(1);
  });

  it('parallel sales never take more credit than is available', async () => {
    const poor = await anAgent(engine(), { commissionRate: basisPoints(0), creditLimit: paisa(20_000) });
    const caller = await aProgram(engine(), poor);
    const numbers = ['A1', 'A2', 'A3', 'A4'];
    for (const number of numbers) await selling().hold(caller, trip.id, [number], number);
    const codes = await Promise.all(
      numbers.map((number) =>
        selling()
          .order(caller, trip.id, { numbers: [number], holder: number, reference: number })
          .then(
            () => 'sold',
            (error: unknown) => (error as { readonly code?: string }).code,
          ),
      ),
    );
    expect(codes.sort()).to.deep.equal(['CREDIT_EXHAUSTED', 'CREDIT_EXHAUSTED', 'sold', 'sold']);
  });

  it('a sale is refused for the first of several reasons, and a refusal ends no hold', async () => {
    const small = await aProgram(engine(), agent, { dailyAmount: paisa(1) });
    const order = (more: Parameters<ReturnType<typeof selling>['order']>[2] = {}) =>
      codeOf(selling().order(small, trip.id, { numbers: ['A1'], total: paisa(1), ...more }));
    expect(await order()).to.equal('SEAT_SELECTION_EXPIRED');
    await selling().hold(small, trip.id, ['A1']);
    expect(await order()).to.equal('FARE_CHANGED');
    expect(await order({ total: undefined })).to.equal('KEY_LIMIT_REACHED');
    await engine().transact(({ agents }) => agents.save({ ...agent, creditLimit: paisa(0) }));
    expect(await order({ total: undefined })).to.equal('CREDIT_EXHAUSTED');
    clock.set(hoursAfter(START, 36));
    expect(await order()).to.equal('TRIP_DEPARTED');
    clock.set(START);
    expect(await codeOf(selling().order(small, 999_999, { numbers: ['A1'] }))).to.equal('TRIP_UNKNOWN');
    await engine().transact(({ agents }) => agents.save(agent));
  });

  it('a reference names one sale: another order under it is refused, the same one answers the booking as it is', async () => {
    await selling().hold(program, trip.id, ['A1', 'A2']);
    const { booking } = await selling().order(program, trip.id, { numbers: ['A1'] });
    const { code, extra } = await refused(selling().order(program, trip.id, { numbers: ['A2'] }));
    expect([code, extra['booking_id']]).to.deep.equal(['REFERENCE_USED', booking.id]);
    await selling().cancel(program, booking.id);
    const again = await selling().order(program, trip.id, { numbers: ['A1'] });
    expect([again.isNew, again.booking.status]).to.deep.equal([false, 'REFUNDED']);
  });

  it('an order is refused for the bus, its use, the departure and the places, in this order', async () => {
    const gone = hoursAfter(START, -1);
    const cases = [
      [{ approvalStatus: 'PENDING', status: 'INACTIVE' }, gone, 'BUS_NOT_APPROVED'],
      [{ status: 'INACTIVE' }, gone, 'TRIP_NOT_BOOKABLE'],
      [{}, gone, 'TRIP_DEPARTED'],
      [{}, hoursAfter(START, 36), 'NOT_ENOUGH_SEATS'],
    ] as const;
    for (const [bus, departsAt, code] of cases) {
      const { id } = await aTrip(engine(), { bus, seats: 2, departsAt });
      expect(await codeOf(selling().order(program, id, { seats: 3, reference: code, total: paisa(1) }))).to.equal(code);
    }
  });

  it('a reference is compared byte by byte, and names the newest booking after a change, by either order', async () => {
    const other = await aTrip(engine(), { busId: trip.busId, departsAt: hoursAfter(START, 60), fare: paisa(10_000) });
    await selling().hold(program, trip.id, ['A1', 'A2']);
    const order = (on: TripForTests, reference: string, numbers = ['A1']) =>
      selling().order(program, on.id, { numbers, reference });
    const { booking } = await order(trip, 'HT-1');
    expect((await order(trip, 'ht-1', ['A2'])).isNew).to.equal(true);
    await selling().hold(program, other.id, ['A3']);
    const { booking: newest } = await selling().change(program, booking.id, other.id, ['A3']);
    for (const again of [await order(trip, ' HT-1 '), await order(other, 'HT-1', ['A3'])])
      expect([again.isNew, again.booking.id]).to.deep.equal([false, newest.id]);
    expect(await codeOf(order(other, 'HT-1'))).to.equal('REFERENCE_USED');
  });

  it('a sale of a section that is not sold any more is answered when it is repeated', async () => {
    await addStops(engine(), trip.id);
    const section = { from: 0, to: 1 };
    await selling().hold(program, trip.id, ['A1', 'A2'], undefined, section);
    const order = (number: string) => selling().order(program, trip.id, { numbers: [number], section });
    const { booking } = await order('A1');
    await changePlan(engine(), trip.id, { fares: [] });
    const again = await order('A1');
    expect([again.isNew, again.booking.id]).to.deep.equal([false, booking.id]);
    expect(await faultsOf(order('A2'))).to.deep.equal(['to_stop']);
  });

  it('passengers without a name get the traveller’s name', async () => {
    await selling().hold(program, trip.id, ['A1']);
    const { booking } = await selling().order(program, trip.id, { numbers: ['A1'] });
    expect(booking.seats.map(({ name }) => name)).to.deep.equal(['Asha Gurung']);
  });

  it('a passenger on a seat that is kept for others is refused before the trip’s state', async () => {
    const seats = seatsNumbered('A1').map((one) => ({ ...one, keptFor: 'WOMEN' as const }));
    const seatMap = { rows: 1, cols: 4, deckCount: 1, seats };
    const kept = await aTrip(engine(), { bus: { approvalStatus: 'PENDING', totalSeats: 1, seatMap } });
    const order = (passengers: Partial<AgentOrder>['passengers'] = []) =>
      refused(selling().order(program, kept.id, { numbers: ['A1'], passengers }));
    expect((await order()).code).to.equal('VALIDATION');
    const asha = { seat: seat('A1'), name: 'Asha', age: 30, gender: 'F', boardingPoint: '', droppingPoint: '' };
    expect((await order([asha])).code).to.equal('BUS_NOT_APPROVED');
  });

  it('a change is taken on account or credited at once, with the commission of both bookings', async () => {
    const { operatorId } = (await engine().transact(({ trips }) => trips.find(trip.id)))!.bus;
    const dearer = await anotherTrip(engine(), { operatorId }, 25_000);
    await selling().hold(program, trip.id, ['A1']);
    const { booking } = await selling().order(program, trip.id, { numbers: ['A1'] });
    await selling().hold(program, dearer.id, ['A2']);
    const changed = await selling().change(program, booking.id, dearer.id, ['A2']);
    expect([changed.isNew, changed.booking.agent?.reference, changed.booking.total]).to.deep.equal([
      true,
      'HT-1',
      25_000,
    ]);
    expect((await accountOf()).balance).to.equal(25_000 - 1_875);
    expect((await selling().audit()).findings).to.deep.equal([]);
  });

  it('an agent that tells its traveller itself silences what it does, and not what the company does', async () => {
    const office = { role: 'ADMIN', userId: (await anAdmin(engine())).id } as const;
    const other = await aTrip(engine(), { busId: trip.busId, departsAt: hoursAfter(START, 60), fare: paisa(10_000) });
    const toldOf = async (messages: 'service' | 'agent', [first, second]: readonly [string, string]) => {
      const bookings = new Set<number>();
      const hold = (on: TripForTests) => selling().hold(program, on.id, [first, second], first);
      await hold(trip);
      const order = { numbers: [first, second], holder: first, reference: first, messages };
      const { booking } = await selling().order(program, trip.id, order);
      bookings.add(booking.id);
      await hold(other);
      const { booking: made } = await selling().change(program, booking.id, other.id, [first, second], first);
      bookings.add(made.id);
      await selling().cancel(program, made.id, [first]);
      await cancelForOffice(selling().world)(office, made.id, { reason: 'No bus.', fee: 'none' });
      const texts = await engine().transact(({ smsQueue }) => smsQueue.due(clock(), 100));
      return texts.flatMap(({ sms }) => ('bookingId' in sms && bookings.has(sms.bookingId) ? [sms.kind] : []));
    };
    const all = ['CONFIRMED', 'CONFIRMED', 'CANCELLED', 'CANCELLED'];
    expect((await toldOf('service', ['A1', 'A2'])).sort()).to.deep.equal(all.sort());
    expect(await toldOf('agent', ['A3', 'A4'])).to.deep.equal(['CANCELLED']);
  });

  it('an agent changes a passenger’s name: the log names the key, and the traveller gets a mail unless the agent tells them', async () => {
    const contact = { name: 'Asha Gurung', phone: '9812345678', email: 'asha@example.com' };
    const mailsAfterRenaming = async (number: string, messages: 'service' | 'agent') => {
      await selling().hold(program, trip.id, [number], number);
      const order = { numbers: [number], holder: number, reference: number, contact, messages };
      const { booking } = await selling().order(program, trip.id, order);
      await claimMails(0);
      const changed = await selling().changePassengers(program, booking.id, [{ seat: seat(number), name: 'Bina' }]);
      expect(changed.seats.map(({ name }) => name)).to.deep.equal(['Bina']);
      const [entry] = await engine().transact(({ trail }) => trail.of({ type: 'booking', id: booking.id }));
      expect(entry?.actor).to.include({ role: 'AGENT' });
      return (await claimMails(1)).map(({ mail }) => 'bookingId' in mail && mail.bookingId === booking.id);
    };
    const claimMails = (minutes: number) =>
      engine().transact(({ mailQueue }) =>
        mailQueue.claim(minutesAfter(START, minutes), minutesAfter(START, 60 + minutes), 10),
      );
    expect(await mailsAfterRenaming('A1', 'service')).to.deep.equal([true]);
    expect(await mailsAfterRenaming('A2', 'agent')).to.deep.equal([]);
    const stranger = await aProgram(engine(), await anAgent(engine(), { name: 'Everest' }));
    const { rows } = await engine().agentBookings.list(agent.id, { reference: 'A1' }, { limit: 1 });
    expect(await codeOf(selling().changePassengers(stranger, rows[0]!.id, []))).to.equal('BOOKING_UNKNOWN');
  });

  it('holds of an agent end with its right to sell, and the holds of others stay', async () => {
    const admin = await anAdmin(engine());
    const { id: userId, operatorId } = await anOperator(engine());
    const member = { userId, operatorId };
    const own = await anotherTrip(engine(), { operatorId }, 10_000);
    const other = await aProgram(engine(), await anAgent(engine(), { name: 'Everest' }));
    const held = async (caller = agent) =>
      engine().transact(({ agentHolders }) => agentHolders.heldSeats(caller.id, START));
    const allow = (allowed: boolean) => selling().allow(member, agent.id, { allowed, reason: '' });
    const change = (changes: Parameters<ReturnType<typeof selling>['changeAgent']>[2]) =>
      selling().changeAgent(admin.id, agent.id, changes);
    await selling().hold(program, trip.id, ['A1']);
    await selling().hold(other, own.id, ['A2']);
    const takenAway: readonly [() => Promise<unknown>, () => Promise<unknown>, number][] = [
      [() => allow(false), () => allow(true), 1],
      [() => change({ operators: [] }), () => change({ operators: null }), 0],
    ];
    for (const [take, give, left] of takenAway) {
      await selling().hold(program, own.id, ['A1']);
      await take();
      expect(await held()).to.equal(left);
      expect(await codeOf(selling().hold(program, own.id, ['A1']))).to.equal('TRIP_UNKNOWN');
      await give();
    }
    await selling().hold(program, own.id, ['A1']);
    await change({ status: 'SUSPENDED' });
    expect(await held()).to.equal(0);
    expect(await engine().transact(({ agentHolders }) => agentHolders.heldSeats(other.agentId, START))).to.equal(1);
    await selling().changeCompany(member, { agentsAllowed: false });
    expect(await engine().transact(({ agentHolders }) => agentHolders.heldSeats(other.agentId, START))).to.equal(0);
  });

  it('a passenger’s hold on another section of a seat stays when the holds of an agent end', async () => {
    const [admin, passenger] = [await anAdmin(engine()), await aPassengerId(engine())];
    await addStops(engine(), trip.id);
    await selling().hold(program, trip.id, ['A1'], undefined, { from: 0, to: 1 });
    const rest = { tripId: trip.id, passenger, section: { from: 1, to: 2 } };
    await engine().transact(({ seatLocks }) =>
      seatLocks.hold({ ...rest, wanted: [seat('A1')], expiresAt: minutesAfter(START, 10) }, START),
    );
    await selling().changeAgent(admin.id, agent.id, { status: 'SUSPENDED' });
    expect(await engine().transact(({ agentHolders }) => agentHolders.heldSeats(agent.id, START))).to.equal(0);
    expect(await engine().transact(({ seatLocks }) => seatLocks.release(trip.id, passenger, START))).to.have.length(1);
  });

  it('a company sees the agents that may sell for it, with their sales of the 30 days before today', async () => {
    const { id: userId, operatorId } = await anOperator(engine());
    const own = await anotherTrip(engine(), { operatorId }, 10_000);
    const excluded = await anAgent(engine(), { name: 'Everest', operators: [] });
    await selling().hold(program, own.id, ['A1', 'A2']);
    const { booking } = await selling().order(program, own.id, { numbers: ['A1', 'A2'] });
    await selling().cancel(program, booking.id, ['A1']);
    const other = await anotherTrip(engine(), { operatorId }, 10_000);
    await selling().hold(program, other.id, ['B1']);
    await selling().change(program, booking.id, other.id, ['B1']);
    const listed = async () => {
      const during = daysOfFigures(calendar, clock());
      const { rows } = await engine().companyAgents.list(operatorId, during, { limit: 50 });
      return rows.filter(({ id }) => [agent.id, excluded.id].includes(id));
    };
    const shown = { id: agent.id, name: agent.name, contactPhone: null, allowed: true };
    expect(await listed()).to.deep.equal([{ ...shown, bookings: 0, gross: 0 }]);
    clock.set(hoursAfter(START, 30 * 24));
    expect(await listed()).to.deep.equal([{ ...shown, bookings: 1, gross: 20_000 }]);
    const verdict = { allowed: false, reason: 'It sold to scalpers.' };
    const refusedAgent = await selling().allow({ userId, operatorId }, agent.id, verdict);
    expect(refusedAgent).to.include({ allowed: false, bookings: 1 });
    const [entry] = await engine().transact(({ trail }) => trail.of({ type: 'agent', id: agent.id }));
    expect(entry).to.include({
      kind: 'AGENT_REFUSED',
      operatorId,
      description: 'Refused Himal Tickets as an agent: It sold to scalpers.',
    });
    clock.set(hoursAfter(START, 31 * 24));
    expect((await listed())[0]).to.include({ allowed: false, bookings: 0 });
    expect(await codeOf(selling().allow({ userId, operatorId }, excluded.id, verdict))).to.equal('AGENT_UNKNOWN');
    clock.set(START);
  });

  it('the activity log of a company names an agent, but neither its people nor its keys', async () => {
    const { operatorId } = await anOperator(engine());
    const own = await anotherTrip(engine(), { operatorId }, 10_000);
    const userId = await aPassengerId(engine());
    const person: AgentCaller = { agentId: agent.id, by: { userId, position: 'CLERK' } };
    await selling().hold(program, own.id, ['A1', 'A2']);
    const { booking } = await selling().order(program, own.id, { numbers: ['A1', 'A2'] });
    await selling().cancel(person, booking.id, ['A2']);
    const view = viewCompanyActivityLog({ ...selling().world });
    const shown = (await view(operatorId, {}, { limit: 10 })).rows.map(toCompanyActivity);
    const himal = { user_id: null, device_id: null, name: 'Himal Tickets', role: 'AGENT' };
    expect(shown.map(({ kind, actor }) => [kind, actor])).to.have.deep.members([
      ['BOOKING_CANCELLED', himal],
      ['SEATS_SOLD', himal],
    ]);
    expect(shown.map(({ description }) => description).join(' '))
      .to.contain('on account of Himal Tickets.')
      .and.not.contain('Shop');
    expect((await view(operatorId, { userId }, { limit: 10 })).rows).to.deep.equal([]);
  });

  it('a payment of an agent is noted once, and lowers what the agent owes', async () => {
    const admin = await anAdmin(engine());
    const pay = () => selling().addPayment(admin.id, agent.id, { amount: paisa(5_000), reference: 'NIC-1' });
    expect(await pay()).to.include({ amount: 5_000, reference: 'NIC-1' });
    expect(await codeOf(pay())).to.equal('PAYMENT_KNOWN');
    expect((await accountOf()).balance).to.equal(-5_000);
    expect((await selling().audit()).findings).to.deep.equal([]);
  });
});
