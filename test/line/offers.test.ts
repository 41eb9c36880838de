import { expect } from 'chai';
import { contentOf } from '../../adapters/mail/templates.ts';
import { writeSms } from '../../adapters/sms/write-sms.ts';
import type { TripId, UserId, WaitId } from '../../core/kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { offerTimes } from '../../core/line/offer-times.ts';
import { startWaiting } from '../../core/line/start-waiting.ts';
import { composeSms } from '../../core/tickets/compose-sms.ts';
import { NEWS } from '../support/news.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { sweepLine } from '../../core/line/sweep-line.ts';
import { viewWaits } from '../../core/line/view-waits.ts';
import type { ComposedMail } from '../../core/platform/mailer.ts';
import type { OfferSms } from '../../core/platform/sms.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { recordEndedHolds, releaseSeats } from '../../core/seats/release-seats.ts';
import type { Section } from '../../core/trips/sections.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, changePlan, seat } from '../support/catalogue.ts';
import { type HandClock, handClock, START } from '../support/clock.ts';
import { type Engine, memoryEngine } from '../support/engines.ts';
import { LINE_TERMS } from '../support/line.ts';
import { payingOn } from '../support/paying.ts';
import { aPassenger, aPassengerId } from '../support/people.ts';
import { addStops } from '../support/stops.ts';

/** A local time of the day of START. */
const at = (time: string): Instant => LINE_TERMS.calendar.at('2026-11-20', time)!;

describe('the time of an offer', () => {
  const times = (now: Instant, hoursLeft: number, terms = LINE_TERMS) =>
    offerTimes(terms, hoursAfter(now, hoursLeft), now);

  it('an offer stands for its minutes, and in the last three hours for a third of them', () => {
    expect(times(at('12:00'), 3.1).until).to.equal(at('12:15'));
    expect(times(at('12:00'), 3).until).to.equal(at('12:05'));
  });

  it('an offer ends 15 minutes before the departure at the latest', () => {
    expect(times(at('12:00'), 0.3).until).to.equal(at('12:03'));
  });

  it('an offer of the quiet hours stands until its minutes after their end, more than 12 hours before departure', () => {
    const morning = LINE_TERMS.calendar.at('2026-11-21', '06:00')!;
    expect(times(at('22:00'), 24)).to.deep.equal({ until: minutesAfter(morning, 15), textAt: morning });
    expect(times(at('05:59'), 24)).to.deep.equal({ until: at('06:15'), textAt: at('06:00') });
    expect(times(at('06:00'), 24)).to.deep.equal({ until: at('06:15'), textAt: at('06:00') });
    expect(times(at('22:00'), 12)).to.deep.equal({ until: at('22:15'), textAt: at('22:00') });
    expect(times(at('23:00'), 24, { ...LINE_TERMS, offerQuiet: undefined }).until).to.equal(at('23:15'));
  });
});

describe('offers to people who wait', () => {
  let engine: Engine;
  let clock: HandClock;
  let asha: UserId;
  let bikram: UserId;
  let holder: UserId;

  beforeEach(async () => {
    engine = memoryEngine();
    clock = handClock();
    asha = (await aPassenger(engine, { email: 'asha@example.com', phone: '9841234567', phoneVerified: true })).id;
    [bikram, holder] = [await aPassengerId(engine), await aPassengerId(engine)];
  });

  const world = () => ({ ...engine, ...LINE_TERMS, clock, rateLimit: false });
  const wait = (passenger: UserId, trip: TripId, count = 1, section?: Section, keptFor?: readonly string[]) =>
    startWaiting(world())(passenger, trip, { count, anyOf: [], section, keptFor });
  const lock = (passenger: UserId, trip: TripId, seats: readonly string[], section?: Section) =>
    lockSeats(world())(passenger, trip, seats.map(seat), section);
  const release = (passenger: UserId, trip: TripId) => releaseSeats(world())(passenger, trip);
  const offered = async (passenger: UserId) => (await viewWaits(world())(passenger))[0]?.offer?.seats;
  const mails = (now = clock()): Promise<readonly ComposedMail[]> =>
    engine.transact(async ({ mailQueue }) =>
      (await mailQueue.claim(now, now, 100)).flatMap(({ mail }) => ('to' in mail ? [mail] : [])),
    );
  const texts = (now = clock()): Promise<readonly OfferSms[]> =>
    engine.transact(async ({ smsQueue }) =>
      (await smsQueue.due(now, 100)).flatMap(({ sms }) => (sms.kind === 'OFFERED' ? [sms] : [])),
    );

  it('a person is told of an offer by mail and text, and by mail alone that nobody took it', async () => {
    const { id: trip } = await aTrip(engine, { seats: ['A1', 'A2'] });
    await lock(holder, trip, ['A1', 'A2']);
    await wait(asha, trip, 2);
    await release(holder, trip);
    const [mail] = await mails();
    expect(mail).to.deep.include({
      kind: 'seats-offered',
      to: 'asha@example.com',
      sourceCity: 'Kathmandu',
      seats: ['A1', 'A2'],
      until: '2026-11-20 10:15',
      page: 'http://localhost:3000/bookings',
    });
    expect(contentOf(mail!, { brand: 'Bus Ticket', support: undefined }).subject).to.equal(
      'Yours for a while: Kathmandu to Pokhara, A1, A2',
    );
    const [text] = await texts();
    const write = writeSms({ baseUrl: 'https://tickets.example.com', brand: 'Bus Ticket', nepali: true });
    expect([text?.to, write(text!)]).to.deep.equal([
      '9841234567',
      'Kathmandu-Pokhara 22 Nov 10:00 seat A1,A2 yours until 10:15: http://localhost:3000/bookings',
    ]);
    expect(write({ ...text!, language: 'ne' })).to.contain('सम्म तपाईंको');
    clock.set(minutesAfter(START, 15));
    await sweepLine(world())();
    expect((await mails()).find(({ kind }) => kind === 'wait-over')).to.deep.include({
      to: 'asha@example.com',
      reason: 'NOT_TAKEN',
    });
    expect(await texts()).to.have.length(1);
  });

  it('the text of an offer that outlasts the quiet hours is sent at their end', async () => {
    const { id: trip } = await aTrip(engine, { seats: ['A1'] });
    clock.set(at('23:00'));
    await lock(holder, trip, ['A1']);
    await wait(asha, trip);
    await release(holder, trip);
    const morning = LINE_TERMS.calendar.at('2026-11-21', '06:00')!;
    expect(await mails()).to.have.length(1);
    expect(await texts(minutesAfter(morning, -1))).to.deep.equal([]);
    expect(await texts(morning)).to.have.length(1);
  });

  it('the text of an offer that was taken back is not sent when other seats are offered', async () => {
    const { id: trip } = await aTrip(engine, { seats: ['A1', 'A2'] });
    clock.set(at('23:00'));
    await lock(holder, trip, ['A1', 'A2']);
    await wait(asha, trip);
    await release(holder, trip);
    await engine.transact(async (stores) => {
      await recordEndedHolds(stores, await stores.seatLocks.endAllHolds([trip], clock()), clock());
      await stores.seatLocks.hold(
        { tripId: trip, passenger: holder, wanted: [seat('A1')], expiresAt: hoursAfter(clock(), 1) },
        clock(),
      );
    });
    expect(await offered(asha)).to.deep.equal(['A2']);
    const morning = LINE_TERMS.calendar.at('2026-11-21', '06:00')!;
    const queued = await texts(morning);
    clock.set(morning);
    const compose = composeSms({ ...world(), ...NEWS, writeSms: () => 'text', random: systemRandom });
    const sent = await Promise.all(queued.map(async (sms) => [sms.seats, (await compose(sms)) !== undefined]));
    expect(sent).to.deep.equal([
      [['A1'], false],
      [['A2'], true],
    ]);
  });

  it('two people get the same seat on sections that follow each other', async () => {
    const { id: trip } = await aTrip(engine, { seats: ['A1'] });
    await addStops(engine, trip);
    await lock(holder, trip, ['A1']);
    await wait(asha, trip, 1, { from: 0, to: 1 });
    await wait(bikram, trip, 1, { from: 0, to: 2 });
    const chandra = await aPassengerId(engine);
    expect((await wait(chandra, trip, 1, { from: 1, to: 2 })).position).to.equal(2);
    await release(holder, trip);
    expect([await offered(asha), await offered(bikram), await offered(chandra)]).to.deep.equal([
      ['A1'],
      undefined,
      ['A1'],
    ]);
    expect((await lock(asha, trip, ['A1'], { from: 0, to: 2 })).granted).to.deep.equal([]);
    expect((await lock(asha, trip, ['A1'], { from: 0, to: 1 })).granted).to.deep.equal(['A1']);
  });

  it('a late payment whose seats go to the line leads to a refund', async () => {
    const { id: trip } = await aTrip(engine, { seats: ['A1'] });
    const paying = payingOn(engine);
    const booking = await aBooking(engine, { tripId: trip, userId: holder, seats: [seat('A1')], bookedAt: START });
    const payment = await paying.checkout(booking);
    await wait(asha, trip);
    paying.clock.set(minutesAfter(booking.paymentDeadline, 1));
    clock.set(paying.clock());
    const settled = await paying.handleSuccess(paying.gateway.pay(payment));
    expect(settled).to.deep.include({ outcome: 'refund due' });
    expect(await offered(asha)).to.deep.equal(['A1']);
  });

  it('a late payment on one section leaves an offer of the same seat on another section', async () => {
    const { id: trip } = await aTrip(engine, { seats: ['A1'] });
    await addStops(engine, trip);
    const paying = payingOn(engine);
    const section = { from: 1, to: 2 };
    const sale = { tripId: trip, userId: asha, seats: [seat('A1')], section, bookedAt: START };
    const booking = await aBooking(engine, sale);
    const payment = await paying.checkout(booking);
    clock.set(minutesAfter(booking.paymentDeadline, 1));
    paying.clock.set(clock());
    await paying.expire();
    await lock(holder, trip, ['A1'], { from: 0, to: 1 });
    await wait(asha, trip, 1, { from: 0, to: 1 });
    await release(holder, trip);
    expect(await paying.handleSuccess(paying.gateway.pay(payment))).to.deep.include({ outcome: 'paid' });
    expect(await offered(asha)).to.deep.equal(['A1']);
  });

  it('new times move the end of a wait, and another bus takes seats out of the wanted ones', async () => {
    const { id: trip } = await aTrip(engine, { seats: ['A1', 'A2'] });
    await lock(holder, trip, ['A1', 'A2']);
    await startWaiting(world())(asha, trip, {
      count: 1,
      anyOf: ['A1', 'A2'].map(seat),
      section: undefined,
      keptFor: undefined,
    });
    await startWaiting(world())(bikram, trip, {
      count: 1,
      anyOf: [seat('A2')],
      section: undefined,
      keptFor: undefined,
    });
    const departsAt = hoursAfter(START, 50);
    const { busId } = await aTrip(engine, { seats: ['A1', 'B1'] });
    await changePlan(engine, trip, { departsAt, arrivesAt: hoursAfter(START, 57), busId });
    await engine.transact(async ({ seatLocks }) => seatLocks.endAllHolds([trip], START));
    const [moved] = await viewWaits(world())(asha);
    expect(moved).to.deep.include({ anyOf: ['A1'], until: minutesAfter(departsAt, -30) });
    expect(moved?.offer?.seats).to.deep.equal(['A1']);
    expect(await viewWaits(world())(bikram)).to.deep.equal([]);
    expect((await mails()).map(({ kind }) => kind)).to.deep.equal(['wait-over', 'seats-offered']);
  });

  it('the end of a wait whose offer has begun does not end the offer', async () => {
    const { id: trip } = await aTrip(engine, { seats: ['A1'], departsAt: minutesAfter(START, 34) });
    await lock(holder, trip, ['A1']);
    const { id } = await wait(asha, trip);
    clock.set(minutesAfter(START, 3));
    await release(holder, trip);
    clock.set(minutesAfter(START, 5));
    expect((await viewWaits(world())(asha)).map((one): WaitId => one.id)).to.deep.equal([id]);
  });
});
