import { expect } from 'chai';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { searchTrips } from '../../../core/trips/search-trips.ts';
import type { TripWishes } from '../../../core/trips/search-trips.ts';
import { viewTrip } from '../../../core/trips/view-trip.ts';
import { aBus, aTrip } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';

const NO_WISH: TripWishes = { origin: '', destination: '', date: '', busType: '', minFare: '', maxFare: '', ordering: '' };

describe('searching trips', () => {
  const given = () => {
    const engine = memoryEngine();
    const clock = handClock();
    const search = searchTrips({ clock, calendar: calendarOf('Asia/Kathmandu'), tripSearch: engine.tripSearch, minBookingLeadMinutes: 30 });
    const ids = async (wishes: Partial<TripWishes> = {}) => (await search({ ...NO_WISH, ...wishes })).map(({ id }) => id);
    return { engine, clock, ids };
  };
  const refusalOf = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => (error instanceof Refusal ? [error.code, error.faults.map(({ field }) => field)] : error));

  it('leaves out trips that leave within the lead time, up to the minute', async () => {
    const { engine, clock, ids } = given();
    const { id, departsAt } = await aTrip(engine, { departsAt: minutesAfter(START, 90) });
    clock.set(minutesAfter(departsAt, -30));
    expect(await ids()).to.deep.equal([id]);
    clock.set(minutesAfter(departsAt, -30) + 1 as Instant);
    expect(await ids()).to.deep.equal([]);
    expect((await viewTrip({ clock, tripSearch: engine.tripSearch })(id)).id).to.equal(id);
  });

  it('takes a date as a day in Nepal, whose midnight is 18:15 UTC', async () => {
    const { engine, ids } = given();
    const at = (hour: number, minute: number) => aTrip(engine, { departsAt: Date.UTC(2026, 10, 21, hour, minute) as Instant });
    const [before, first] = [await at(18, 14), await at(18, 15)];
    const last = await aTrip(engine, { departsAt: Date.UTC(2026, 10, 22, 18, 14, 59) as Instant });
    await aTrip(engine, { departsAt: Date.UTC(2026, 10, 22, 18, 15) as Instant });
    expect(await ids({ date: '2026-11-22' })).to.deep.equal([first.id, last.id]);
    expect(await ids({ date: '2026-11-21' })).to.deep.equal([before.id]);
    expect(await ids({ date: '2020-01-01' })).to.deep.equal([]);
  });

  it('refuses a date that is no day', async () => {
    const { ids } = given();
    for (const date of ['2026-02-30', '2026-11-31', '2026-13-01', '26-11-20', '2026-11-20T00:00', '20/11/2026', 'tomorrow', '2026-1-1', '２０２６-11-20']) {
      expect(await refusalOf(ids({ date })), date).to.deep.equal(['VALIDATION', ['date']]);
    }
  });

  it('refuses a journey to where it begins, in any case of letters', async () => {
    const { ids } = given();
    const where = async (origin: string, destination: string) => refusalOf(ids({ origin, destination }));
    expect(await where('Pokhara', 'pOKHARA')).to.deep.equal(['VALIDATION', ['destination']]);
    expect(await where('ÉLAN', 'e\u0301lan')).to.deep.equal(['VALIDATION', ['destination']]);
    expect(await where('Nowhere', 'NOWHERE')).to.deep.equal(['VALIDATION', ['destination']]);
    expect(await where('', '')).to.equal(undefined);
  });

  it('ignores bounds that are no numbers and orders that there are not', async () => {
    const { engine, ids } = given();
    const dear = await aTrip(engine, { fare: paisa(200_000), departsAt: minutesAfter(START, 60) });
    const cheap = await aTrip(engine, { fare: paisa(100_050), departsAt: minutesAfter(START, 120) });
    expect(await ids({ minFare: 'cheap', maxFare: '1e3', ordering: 'fare desc' })).to.deep.equal([dear.id, cheap.id]);
    expect(await ids({ minFare: '1000.5', maxFare: '1000.50', ordering: '-fare' })).to.deep.equal([cheap.id]);
    expect(await ids({ minFare: '1000.501' })).to.deep.equal([dear.id]);
    expect(await ids({ maxFare: '1000.499' })).to.deep.equal([]);
    expect(await ids({ ordering: 'fare' })).to.deep.equal([cheap.id, dear.id]);
  });

  it('compares bus types in upper case', async () => {
    const { engine, ids } = given();
    const { id } = await aTrip(engine, { bus: { type: 'AC_DELUXE' } });
    expect([await ids({ busType: 'ac_deluxe' }), await ids({ busType: 'AC' })]).to.deep.equal([[id], []]);
  });

  it('answers a hundred at most, the first ones', async () => {
    const { engine, ids } = given();
    const busId = await aBus(engine);
    const made = [];
    for (let index = 0; index < 103; index += 1) made.push((await aTrip(engine, { busId, departsAt: minutesAfter(START, 300 - index) })).id);
    expect(await ids()).to.deep.equal(made.reverse().slice(0, 100));
  });

  it('shows no trip that is not on sale', async () => {
    const { engine, clock } = given();
    const { id } = await aTrip(engine, { status: 'CANCELLED' });
    expect(await refusalOf(viewTrip({ clock, tripSearch: engine.tripSearch })(id))).to.deep.equal(['TRIP_UNKNOWN', []]);
  });
});
