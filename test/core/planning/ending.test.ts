import { expect } from 'chai';
import type { TimetableId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { memoryEngine } from '../../support/engines.ts';
import { codeOf, refused } from '../../support/refusals.ts';
import { type TimetableWorld, FRIDAY, MONDAY, SATURDAY, SUNDAY, timetablesOn } from '../../support/timetables.ts';

describe('ending a timetable', () => {
  let world: TimetableWorld;
  let id: TimetableId;

  beforeEach(async () => {
    world = await timetablesOn(memoryEngine());
    ({ id } = await world.add());
  });

  it('ending a timetable on a given day cancels its trips from that day on, and makes the previous day its last day', async () => {
    const { end, departures, engine } = world;
    const { changed, kept, timetable } = await end(id, MONDAY);
    expect([changed, kept]).to.deep.equal([7, []]);
    expect(timetable).to.deep.include({ validUntil: SUNDAY, generatedUntil: SUNDAY, dueOn: null });
    expect(await departures(id)).to.deep.equal([`${SATURDAY} 07:00`, `${SUNDAY} 07:00`]);
    const entries = await engine.transact(({ trail }) => trail.of({ type: 'timetable', id }));
    expect(entries.at(-1)).to.deep.include({
      kind: 'TIMETABLE_ENDED',
      changes: { valid_until: { old: null, new: SUNDAY } },
      description: `Ended the timetable Kathmandu – Pokhara at 07:00 with ${SUNDAY}. Trips cancelled: 7.`,
    });
  });

  it('ending a timetable without a given day ends it tomorrow, and ending it again never makes it longer', async () => {
    const { end, departures, engine } = world;
    expect((await end(id)).timetable.validUntil).to.equal(FRIDAY);
    expect(await departures(id)).to.deep.equal([]);
    const again = await end(id, MONDAY);
    expect([again.timetable.validUntil, again.changed]).to.deep.equal([FRIDAY, 0]);
    expect(await engine.transact(({ trail }) => trail.of({ type: 'timetable', id }))).to.have.length(2);
  });

  it('ending a timetable keeps booked and edited trips, and ending it again cancels trips whose bookings have expired', async () => {
    const { engine, end, book, touch, tripsOf } = world;
    const trips = await tripsOf(id);
    const { id: booking } = await book(trips[SATURDAY]!.id);
    await touch(trips[SUNDAY]!.id, { fare: paisa(5) });
    const { kept, changed } = await end(id);
    expect([kept, changed]).to.deep.equal([[trips[SATURDAY]!.id, trips[SUNDAY]!.id], 7]);
    await engine.transact(async ({ bookings, seatLocks }) => {
      await bookings.move(booking, 'expire');
      await seatLocks.releaseBooking(booking, world.clock());
    });
    const later = await end(id);
    expect([later.kept, later.changed]).to.deep.equal([[trips[SUNDAY]!.id], 1]);
  });

  it('ending a timetable notifies people who watch one of its cancelled trips', async () => {
    const { end, told, tripsOf } = world;
    const trips = await tripsOf(id);
    await end(id, SUNDAY);
    expect(await told(trips[SUNDAY]!.id)).to.deep.equal(['trip cancelled CANCELLED']);
    expect(await told(trips[SATURDAY]!.id)).to.deep.equal([]);
  });

  it('a timetable that is ended before its first day makes no trips', async () => {
    const { add, end } = world;
    const { id: later } = await add({ validFrom: '2026-12-24' });
    const { timetable } = await end(later);
    expect(timetable).to.deep.include({ validUntil: FRIDAY, generatedUntil: null, dueOn: null });
  });

  it('ending a timetable is refused for a day before today and for another company’s timetable', async () => {
    const { end } = world;
    expect((await refused(end(id, '2026-11-19'))).faults).to.deep.include.members([
      { field: 'from', message: 'from must not be before today: what is past stays as it was.' },
    ]);
    expect(await codeOf(end(9_999 as TimetableId))).to.equal('TIMETABLE_UNKNOWN');
    const other = await timetablesOn(world.engine);
    expect(await codeOf(other.end(id))).to.equal('TIMETABLE_UNKNOWN');
  });
});
