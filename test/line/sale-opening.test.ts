import { expect } from 'chai';
import type { Member } from '../../core/companies/member.ts';
import type { TimetableId, TripId } from '../../core/kernel/ids.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { openingOn } from '../../core/planning/wanted-trips.ts';
import type { WantedTrip } from '../../core/planning/wanted-trip.ts';
import { aBooking } from '../support/bookings.ts';
import { calendar, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Engine, memoryEngine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';
import { aPlanner, planningOn } from '../support/planning.ts';
import { ended, faultsOf, refused } from '../support/refusals.ts';
import { type TimetableWorld, SATURDAY, SUNDAY, timetablesOn } from '../support/timetables.ts';

const doorAt = ({ transact }: Engine, at: Instant) => transact(({ doors }) => doors.lock(at));

describe('the opening of the sale of a single trip', () => {
  /** 26 hours ahead, so that it can still change. The trip leaves a day later. */
  const OPENING = hoursAfter(START, 26);
  let engine: Engine;
  let planning: ReturnType<typeof planningOn>;
  let member: Member;
  let wanted: (more?: Partial<WantedTrip>) => WantedTrip;

  beforeEach(async () => {
    engine = memoryEngine();
    planning = planningOn(engine);
    ({ member, wanted } = await aPlanner(engine));
  });

  const times = (hours: number) => ({
    departsAt: hoursAfter(START, hours),
    arrivesAt: hoursAfter(START, hours + 7),
  });
  const add = (saleOpensAt: Instant | null, hours = 50) =>
    planning.addTrip(member, wanted({ ...times(hours), saleOpensAt }));
  const move = (id: TripId, saleOpensAt: Instant | null) => planning.changeTrip(member, id, { saleOpensAt });

  it('a trip with a moment gets a door, and loses it with the moment', async () => {
    const trip = await add(OPENING);
    expect(trip).to.deep.include({ saleOpensAt: OPENING, isOnSale: false, notBookableReason: 'NOT_ON_SALE' });
    const door = await doorAt(engine, OPENING);
    expect(door).to.deep.include({ opensAt: OPENING, joined: 0, clearedAt: null });
    const other = await add(OPENING, 60);
    expect((await doorAt(engine, OPENING))?.id).to.equal(door!.id);
    expect(await move(trip.id, null)).to.deep.include({ saleOpensAt: null, isOnSale: true });
    expect((await doorAt(engine, OPENING))?.id).to.equal(door!.id);
    await move(other.id, hoursAfter(START, 27));
    expect(await doorAt(engine, OPENING)).to.equal(undefined);
    expect((await doorAt(engine, hoursAfter(START, 27)))?.joined).to.equal(0);
  });

  it('a change of the moment is in the activity log', async () => {
    const { id } = await add(null);
    await move(id, OPENING);
    const entries = await engine.transact(({ trail }) => trail.of({ type: 'schedule', id }));
    expect(entries.find(({ kind }) => kind === 'TRIP_CHANGED')?.changes).to.deep.equal({
      sale_opens_at: { old: null, new: '2026-11-21T06:15:00.000Z' },
    });
  });

  const UNFIT: Readonly<Record<string, Instant>> = {
    'a minute that is no step of the day': minutesAfter(OPENING, 1),
    'the present moment': START,
    'the departure': hoursAfter(START, 50),
  };
  for (const [name, at] of Object.entries(UNFIT))
    it(`the sale cannot open at ${name}`, async () => {
      expect(await faultsOf(add(at))).to.deep.equal(['sale_opens_at']);
      const { id } = await add(null);
      expect(await faultsOf(move(id, at))).to.deep.equal(['sale_opens_at']);
    });

  it('the sale opens within 60 days', async () => {
    expect(await ended(add(daysAfter(START, 60), 24 * 70))).to.equal('done');
    expect(await faultsOf(add(minutesAfter(daysAfter(START, 60), 15), 24 * 80))).to.deep.equal(['sale_opens_at']);
  });

  it('the moment of a trip with a booking or a hold does not change', async () => {
    const [booked, held] = [await add(null), await add(null, 60)];
    const passenger = await aPassengerId(engine);
    await aBooking(engine, { userId: passenger, tripId: booked.id, seats: [seat('A1')] });
    await engine.transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: held.id, passenger, wanted: [seat('A1')], expiresAt: minutesAfter(START, 10) }, START),
    );
    expect(await ended(move(booked.id, OPENING))).to.equal('SEATS_SOLD');
    expect(await ended(move(held.id, OPENING))).to.equal('SEATS_SOLD');
    planning.clock.set(minutesAfter(START, 10));
    expect(await ended(move(held.id, OPENING))).to.equal('done');
  });

  it('the moment of a trip of whose seats more than the share of the counter are blocked does not change', async () => {
    const block = (id: TripId, ...seats: readonly string[]) =>
      engine.transact(({ blocks }) =>
        blocks.replace(
          id,
          seats.map((number) => ({ seat: seat(number), reason: 'Kept', until: null })),
          START,
        ),
      );
    const { id } = await add(null);
    await block(id, 'A1', 'A2');
    const refusal = await refused(move(id, OPENING));
    expect([refusal.code, refusal.extra]).to.deep.equal(['COUNTER_SHARE', { limit: 1, taken: 2 }]);
    await block(id, 'A1');
    expect(await ended(move(id, OPENING))).to.equal('done');
  });

  it('a moment less than 24 hours away does not change until the rush is over', async () => {
    const { id } = await add(OPENING);
    planning.clock.set(hoursAfter(START, 2));
    expect(await ended(move(id, OPENING))).to.equal('done');
    expect(await ended(move(id, hoursAfter(START, 27)))).to.equal('done');
    planning.clock.set(minutesAfter(START, 181));
    expect(await ended(move(id, null))).to.equal('DOOR_ANNOUNCED');
    planning.clock.set(hoursAfter(START, 28));
    expect(await ended(move(id, null))).to.equal('DOOR_ANNOUNCED');
  });
});

describe('the opening of the sale of a timetable', () => {
  /** Saturday at noon. The trips leave at 20:00. */
  const OPENING = calendar.at(SATURDAY, '12:00')!;
  const LATER = calendar.at(SUNDAY, '12:00')!;
  let world: TimetableWorld;
  let id: TimetableId;

  beforeEach(async () => {
    world = await timetablesOn(memoryEngine());
    ({ id } = await world.add({ departs: '20:00', durationMinutes: 60 }));
  });

  const openings = async () =>
    Object.entries(await world.tripsOf(id))
      .slice(0, 4)
      .map(([, { saleOpensAt }]) => saleOpensAt);

  it('the moment is given to trips from the given day on, and another change leaves earlier trips alone', async () => {
    const { change } = world;
    expect((await change(id, { saleOpensAt: OPENING }, SUNDAY)).timetable.saleOpensAt).to.equal(OPENING);
    expect(await openings()).to.deep.equal([null, null, OPENING, OPENING]);
    await change(id, { durationMinutes: 70 }, SATURDAY);
    expect(await openings()).to.deep.equal([null, null, OPENING, OPENING]);
    expect((await doorAt(world.engine, OPENING))?.joined).to.equal(0);
  });

  it('trips that are made later get the moment', async () => {
    await world.change(id, { saleOpensAt: OPENING }, SUNDAY);
    world.clock.set(calendar.at(SATURDAY, '00:10')!);
    await world.makeDueTrips();
    const [day, made] = Object.entries(await world.tripsOf(id)).at(-1)!;
    expect([day, made.saleOpensAt]).to.deep.equal(['2026-11-30', OPENING]);
  });

  it('a trip that leaves before the moment is on sale at once', async () => {
    await world.change(id, { saleOpensAt: LATER }, SUNDAY);
    const timetable = (await world.engine.transact(({ timetables }) => timetables.lock(id)))!;
    expect(openingOn(timetable, { departsAt: LATER })).to.equal(null);
    expect(openingOn(timetable, { departsAt: minutesAfter(LATER, 1) })).to.equal(LATER);
  });

  it('the moment comes before the departure of the first trip that gets it', async () => {
    expect(await faultsOf(world.change(id, { saleOpensAt: LATER }, SATURDAY))).to.deep.equal(['sale_opens_at']);
    expect(await ended(world.change(id, { saleOpensAt: LATER }, SUNDAY))).to.equal('done');
    expect(await faultsOf(world.add({ saleOpensAt: LATER }))).to.deep.equal(['sale_opens_at']);
  });

  it('trips with a hold keep their opening, and are reported as kept', async () => {
    const held = (await world.tripsOf(id))[SUNDAY]!;
    const [passenger, expiresAt] = [await aPassengerId(world.engine), hoursAfter(START, 1)];
    await world.engine.transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: held.id, passenger, wanted: [seat('A1')], expiresAt }, START),
    );
    const { kept } = await world.change(id, { saleOpensAt: OPENING }, SUNDAY);
    expect(kept).to.deep.equal([held.id]);
    expect((await openings()).slice(1)).to.deep.equal([null, null, OPENING]);
  });

  it('a moment that is less than 24 hours away does not change', async () => {
    await world.change(id, { saleOpensAt: LATER }, SUNDAY);
    world.clock.set(calendar.at(SATURDAY, '13:00')!);
    expect(await ended(world.change(id, { saleOpensAt: null }, SUNDAY))).to.equal('DOOR_ANNOUNCED');
    expect(await ended(world.change(id, { durationMinutes: 80 }, SUNDAY))).to.equal('done');
  });
});
