import { expect } from 'chai';
import type { Tapper } from '../../core/boarding/leave-stop.ts';
import type { Transact } from '../../core/kernel/unit-of-work.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import type { LateNotice } from '../../core/road/late-ports.ts';
import { type GivenDelay, sayDelay } from '../../core/road/say-delay.ts';
import { takePoints } from '../../core/road/take-points.ts';
import { tellLate } from '../../core/road/tell-late.ts';
import type { Stores } from '../../core/stores.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, changePlan, seat } from '../support/catalogue.ts';
import { START, handClock } from '../support/clock.ts';
import { postedMails } from '../support/disrupting.ts';
import { onEveryEngine } from '../support/engines.ts';
import { beforeCommit } from '../support/overlap.ts';
import { anOperator, aPassenger } from '../support/people.ts';

onEveryEngine('messages about a late bus from several processes', (engine, database) => {
  let office: Tapper;
  let trip: Awaited<ReturnType<typeof aTrip>>;
  let booking: Booking;

  beforeEach(async () => {
    const { id: userId, operatorId } = await anOperator(engine());
    office = { operatorId, sender: { userId }, isOffice: true };
    trip = await aTrip(engine(), { departsAt: hoursAfter(START, 2), bus: { operatorId } });
    const passenger = await aPassenger(engine(), { phone: '9812345678', phoneVerified: true });
    const traits = { userId: passenger.id, tripId: trip.id, seats: [seat('A1')] };
    booking = await aBooking(engine(), { ...traits, status: 'CONFIRMED' });
  });

  const say = (minutes: number, transact: Transact<Stores> = engine().transact): Promise<unknown> => {
    const given: GivenDelay = { minutes, reason: 'TRAFFIC' };
    return sayDelay({ ...engine(), transact })(office, trip.id, given);
  };
  const told = async (): Promise<readonly number[]> => {
    const texts = await engine().transact(({ smsQueue }) => smsQueue.due(daysAfter(START, 1), 100));
    const mails = (await postedMails(engine())).filter(({ kind }) => kind === 'trip-late');
    return [texts.filter(({ sms }) => sms.kind === 'LATE').length, mails.length];
  };

  it('two delays that are said at the same time are one text and one mail', async () => {
    await beforeCommit(
      database(),
      engine().transact,
      (transact) => say(40, transact),
      () => say(45),
    );
    expect(await told()).to.deep.equal([1, 1]);
  });

  it('the traveller of an agent’s sale gets the text and the mail of a late bus, as other passengers do', async () => {
    const clock = handClock();
    const selling = agentSalesOn(engine(), clock);
    const program = await aProgram(engine(), await anAgent(engine()));
    const given = { bus: { operatorId: office.operatorId }, seats: ['A1', 'A2'], departsAt: hoursAfter(START, 3) };
    const sold = await aTrip(engine(), given);
    const buy = async (number: string, email: string | null) => {
      await selling.hold(program, sold.id, [number]);
      const contact = { name: 'Bikash Rai', phone: '9811111111', email };
      const order = { numbers: [number], reference: number, contact };
      return (await selling.order(program, sold.id, order)).booking.id;
    };
    const ids = [await buy('A1', 'bikash@example.com'), await buy('A2', null)];
    await sayDelay({ ...engine(), clock })(office, sold.id, { minutes: 40, reason: 'TRAFFIC' });
    const texts = await engine().transact(({ smsQueue }) => smsQueue.due(daysAfter(START, 1), 100));
    const late = texts.flatMap(({ sms }) => (sms.kind === 'LATE' ? [sms.bookingId] : []));
    expect(late).to.have.members(ids);
    const mails = (await postedMails(engine())).filter(({ kind }) => kind === 'trip-late');
    expect(mails.map(({ to }) => to)).to.deep.equal(['bikash@example.com']);
  });

  it('points that come while a delay is said do not tell that the bus is in time', async () => {
    for (const [name, coordinates] of [
      ['Kathmandu', { lat: 27.71, lon: 85.32 }],
      ['Pokhara', { lat: 28.21, lon: 83.99 }],
    ] as const)
      await engine().transact(async ({ catalogue, cities }) => {
        const [city] = await catalogue.saveCities([name]);
        await cities.describe(city!, { nameNe: null, coordinates });
      });
    await changePlan(engine(), trip.id, { departsAt: minutesAfter(START, 10) });
    const spot = { lat: 27.71, lon: 85.32, accuracy: null, speed: null };
    const points = [-4, 0].map((minutes) => ({ at: minutesAfter(START, minutes), ...spot }));
    const send = () => takePoints(engine())(office, trip.id, points);
    const [, { taken }] = await beforeCommit(database(), engine().transact, (transact) => say(40, transact), send);
    expect(taken).to.equal(2);
    expect(await told()).to.deep.equal([1, 1]);
  });

  it('two processes that find the same lateness at the same time send one text and one mail', async () => {
    await say(40);
    await postedMails(engine());
    await database().knex('late_notices').delete();
    await database().knex('sms_queue').delete();
    const tell = (transact: Transact<Stores>): Promise<void> =>
      transact((stores) => tellLate(stores, engine(), new Set([trip.id]), START));
    await beforeCommit(database(), engine().transact, tell, () => tell(engine().transact));
    expect(await told()).to.deep.equal([1, 1]);
  });

  it('a process that ends before its commit has told nothing, and the next one tells once', async () => {
    const broken: Transact<Stores> = (work) =>
      engine().transact(async (stores) => {
        await work(stores);
        throw new Error('The process ends.');
      });
    await say(40, broken).catch(() => undefined);
    expect(await told()).to.deep.equal([0, 0]);
    await say(40);
    expect(await told()).to.deep.equal([1, 1]);
  });

  it('a message that another transaction has recorded is not recorded again, and no booking has a fifth', async () => {
    const notice = (number: number): LateNotice => {
      const moments = { plannedAt: trip.departsAt, expectedAt: hoursAfter(trip.departsAt, 1), at: START };
      return { bookingId: booking.id, number, threshold: 20, ...moments };
    };
    const add = (number: number) => engine().transact(({ lateNotices }) => lateNotices.add([notice(number)]));
    const [first, second] = await beforeCommit(
      database(),
      engine().transact,
      (transact) => transact(({ lateNotices }) => lateNotices.add([notice(1)])),
      () => add(1),
    );
    expect([first, second]).to.deep.equal([[booking.id], []]);
    for (const number of [2, 3, 4]) expect(await add(number)).to.deep.equal([booking.id]);
    expect(await add(5).catch(() => 'refused')).to.equal('refused');
    const on = await engine().transact(({ lateNotices }) => lateNotices.bookingsOn(trip.id));
    expect(on).to.deep.equal([
      {
        bookingId: booking.id,
        last: { number: 4, plannedAt: trip.departsAt, expectedAt: hoursAfter(trip.departsAt, 1) },
      },
    ]);
    await engine().transact(({ lateNotices }) => lateNotices.prune(daysAfter(START, 1), 10));
    expect(await engine().transact(({ lateNotices }) => lateNotices.bookingsOn(trip.id))).to.deep.equal([
      { bookingId: booking.id, last: null },
    ]);
  });
});
