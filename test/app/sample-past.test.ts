import { expect } from 'chai';
import { scryptPasswords } from '../../adapters/crypto/passwords.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { addMovingBus } from '../../app/sample/moving-bus.ts';
import { addSampleLine } from '../../app/sample/line.ts';
import { pastService } from '../../app/sample/past/service.ts';
import { type Storage, openStorage, storeNeeds } from '../../app/storage.ts';
import { loadSample } from '../../app/sample/load.ts';
import { onePagePdf } from '../../app/sample/pdf.ts';
import { type Settings, readSettings } from '../../app/settings.ts';
import { runAudit } from '../../core/audit/run-audit.ts';
import { completeBookings } from '../../core/bookings/complete-bookings.ts';
import { earnBookings } from '../../core/bookings/earn-bookings.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { wholeList } from '../../core/kernel/page.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter, minutesBetween } from '../../core/kernel/time.ts';
import { ownBookings } from '../support/bookings.ts';
import { lookAt } from '../support/pdf.ts';
import { ownFolder } from '../support/process.ts';
import { KNOWN } from '../support/known-gateways.ts';
import { aWorld } from '../support/world.ts';

const PAGE = { limit: 1_000 };
const NOON = Date.parse('2026-11-20T12:00:00+05:45') as Instant;

describe('the demo’s past', function () {
  this.timeout(300_000);
  let home: Awaited<ReturnType<typeof ownFolder>>;
  let [storage, settings]: [Storage, Settings] = [undefined!, undefined!];
  let now: Instant;
  let refusals: readonly unknown[];

  const start = async (at: Instant) => loadSample(settings, storage, () => (now = at));

  /** Runs each job once, as the service does every minute. */
  async function sweep(): Promise<void> {
    await earnBookings({ ...aWorld, ...storage, clock: () => now })();
    await completeBookings({ ...aWorld, ...storage, clock: () => now })();
  }

  const findings = async () =>
    (
      await runAudit({
        gateways: KNOWN,
        clock: () => now,
        calendar: calendarOf(settings.timeZone),
        auditReader: storage.views.auditReader,
      })()
    ).findings;

  const himchuli = async () => {
    const clerk = await storage.transact(({ users }) => users.findByEmail('sushila.himchuli@example.com'));
    return clerk!.operatorId!;
  };

  const shifts = async () => (await storage.views.shiftViews.list({ operatorId: await himchuli() }, PAGE)).rows;
  const bookings = async () => (await storage.views.officeBookings.list({}, PAGE)).rows;
  const refunds = async () => (await storage.views.refundRecords.list({}, PAGE)).rows;

  /** Counts the rows that the sample adds for days in the past, by kind. */
  const counted = async () => ({
    bookings: (await bookings()).length,
    refunds: (await refunds()).length,
    shifts: (await shifts()).length,
    statements: (await storage.views.statementViews.list({}, PAGE)).rows.length,
    trail: (await storage.views.trailViews.list({}, PAGE)).rows.length,
    users: (await storage.views.userDirectory.list({}, PAGE)).rows.length,
    waiting: (await storage.views.documentViews.waiting(PAGE)).rows.length,
  });

  for (const [hour, at] of [
    ['at noon', NOON],
    ['in the small hours, when the last shift is yesterday’s', hoursAfter(NOON, -11)],
  ] as const)
    describe(`the demo’s past at its first start ${hour}`, () => {
      before(async () => {
        home = await ownFolder();
        settings = readSettings({ DATABASE_URL: 'sqlite::memory:', DATA_DIR: home.folder, SCRYPT_LOG_N: '4' });
        storage = await openStorage(settings, storeNeeds({ clock: () => now }));
        refusals = await start(at);
      });
      after(async () => {
        await storage.close();
        await home.remove();
      });

      it('making the demo’s sample history causes no refused request, and the check command finds no fault', async () => {
        expect(refusals).to.deep.equal([]);
        expect(await findings()).to.deep.equal([]);
      });

      it('the demo’s sample history has a week of bookings: online, counter, boarded, no-show, rated and upcoming', async () => {
        const all = await bookings();
        const count = (wanted: (one: (typeof all)[number]) => boolean) => all.filter(wanted).length;
        const completed = all.filter(({ status }) => status === 'COMPLETED');
        expect(completed.length).to.be.at.least(200);
        expect(count(({ channel }) => channel === 'COUNTER')).to.be.at.least(40);
        expect(count(({ status, trip }) => status === 'CONFIRMED' && trip.departsAt > now)).to.be.at.least(20);
        expect(
          new Set(completed.map(({ trip }) => calendarOf(settings.timeZone).date(trip.departsAt))).size,
        ).to.be.at.least(7);
        const whole = await Promise.all(completed.slice(0, 60).map(({ id }) => storage.views.officeBookings.find(id)));
        const seats = whole.flatMap((one) => one?.seats ?? []);
        expect(seats.filter(({ boardedAt }) => boardedAt !== null)).to.have.length.within(60, seats.length - 1);
        const rated = await storage.views.trailViews.list({ kind: 'RATING_SUBMITTED' }, PAGE);
        expect(rated.rows.length).to.be.within(40, completed.length / 2);
      });

      it('every boarding and dropping point of the demo’s trips has a place in its city', async () => {
        const { companyDirectory, officeTrips, placeViews } = storage.views;
        const places = new Set(
          (await placeViews.all({ owners: [null] })).map(({ city, name }) => `${name} in ${city.name}`),
        );
        const missing = new Set<string>();
        for (const { id } of (await companyDirectory.list({}, PAGE)).rows)
          for (const trip of await wholeList((page) => officeTrips.list({ operatorId: id }, now, page)))
            for (const [city, points] of [
              [trip.source.name, trip.boardingPoints],
              [trip.destination.name, trip.droppingPoints],
            ] as const)
              for (const { name } of points) if (!places.has(`${name} in ${city}`)) missing.add(`${name} in ${city}`);
        expect([...missing]).to.deep.equal([]);
        expect(places).to.include('Kalanki in Kathmandu');
      });

      it('the demo’s sample history has refunds in every state, one overdue, and one waiting at the counter', async () => {
        const all = await refunds();
        expect(new Set(all.map(({ status }) => status))).to.deep.equal(new Set(['DUE', 'SENT', 'PAID', 'FAILED']));
        expect(all.some(({ status, dueAt }) => status === 'DUE' && dueAt < now)).to.equal(true);
        expect(all.some(({ reason }) => reason === 'GOODWILL')).to.equal(true);
        expect(all.some(({ reason }) => reason === 'DUPLICATE_PAYMENT')).to.equal(true);
        const atCounter = await storage.views.refundRecords.list({ atCounter: true }, PAGE);
        expect(atCounter.rows.map(({ status }) => status).sort()).to.deep.equal(['DUE', 'PAID']);
      });

      it('the demo’s sample history has counter shifts, of which only the last is open', async () => {
        const [last, ...others] = await shifts();
        expect(last?.closedAt).to.equal(null);
        expect(others.length).to.be.at.least(8);
        expect(others.every(({ closedAt }) => closedAt !== null)).to.equal(true);
        expect(others.some(({ note }) => note !== null)).to.equal(true);
      });

      it('the demo’s sample history has paid statements, and one unpaid', async () => {
        const { rows } = await storage.views.statementViews.list({}, PAGE);
        expect(rows.map(({ status }) => status)).to.deep.equal(['OPEN', 'PAID', 'PAID']);
        expect(rows.every(({ total }) => total > 0)).to.equal(true);
      });

      it('the demo’s sample history has documents with files that wait for review, and an enrolled crew phone', async () => {
        const { rows } = await storage.views.documentViews.waiting(PAGE);
        const files = rows.filter(({ file }) => file !== null);
        expect(files).to.have.length(5);
        const phones = await storage.views.crewDeviceViews.list(await himchuli(), PAGE);
        expect(phones.rows.map(({ revokedAt }) => revokedAt === null)).to.deep.equal([false, true]);
      });

      it('the demo’s passenger has an upcoming booking, one to rate and one cancelled', async () => {
        const account = await storage.transact(({ users }) => users.findByEmail('asha@example.com'));
        expect(account?.emailVerified).to.equal(true);
        const own = await ownBookings(storage.views, account!.id);
        expect(own.map(({ status, rating }) => [status, rating]).sort()).to.deep.equal([
          ['COMPLETED', null],
          ['CONFIRMED', null],
          ['REFUNDED', null],
        ]);
      });

      it('the demo’s trips have boarding points, dropping points and a crew', async () => {
        const account = await storage.transact(({ users }) => users.findByEmail('asha@example.com'));
        const ahead = (await ownBookings(storage.views, account!.id)).find(({ status }) => status === 'CONFIRMED');
        const { tripId } = ahead!;
        const trip = await storage.transact(({ plannedTrips }) => plannedTrips.find(tripId));
        expect(trip?.boardingPoints.map(({ name }) => name)).to.include('Kalanki');
        expect(trip?.boardingPoints.map(({ name }) => name)).to.include(ahead!.seats[0]?.boardingPoint);
        expect(trip?.crew.map(({ role }) => role)).to.deep.equal(['DRIVER', 'CONDUCTOR']);
        expect(trip?.droppingPoints.at(-1)).to.deep.equal({
          name: 'Lakeside',
          minutes: minutesBetween(trip!.departsAt, trip!.arrivesAt),
        });
      });

      it('the demo’s sample history leaves no mail or event unsent', async () => {
        expect(await storage.views.mailsWait(minutesAfter(now, 10))).to.equal(false);
        expect((await storage.views.backlog()).count).to.equal(0);
      });

      it('the demo has a sale that its passenger can join now and that opens soon, and a full bus to wait for', async () => {
        const given = { clock: () => now, passwords: scryptPasswords({ logN: 4 }), random: systemRandom };
        const trips = (await addSampleLine(settings, storage, given))!;
        const { opening, full } = trips;
        expect(minutesBetween(now, opening.at)).to.be.within(10, 25);
        const service = pastService(settings, storage, { ...given, begin: now });
        const asha = (await storage.transact(({ users }) => users.findByEmail('asha@example.com')))!;
        const place = await service.useCases.joinDoor(asha.id, opening.door);
        expect(place).to.include({ place: 1, number: null });
        expect((await storage.views.officeTrips.find(full, now))?.seats.left).to.equal(0);
        const wish = { count: 2, anyOf: [], section: undefined, keptFor: undefined };
        expect((await service.useCases.startWaiting(asha.id, full, wish)).position).to.equal(1);
        expect(await findings()).to.deep.equal([]);

        now = minutesAfter(now, 5);
        expect(await addSampleLine(settings, storage, given), 'a second start').to.deep.equal(trips);
        now = minutesAfter(opening.at, 1);
        const next = (await addSampleLine(settings, storage, given))!;
        expect(next.full).to.equal(full);
        expect(next.opening.trip).not.to.equal(opening.trip);
      });

      it('the demo has a bus on its road that says that it is simulated, and moves while the demo runs', async () => {
        const given = { clock: () => now, passwords: scryptPasswords({ logN: 4 }), random: systemRandom };
        const moving = (await addMovingBus(settings, storage, given))!;
        const { useCases, turnTo } = pastService(settings, storage, { ...given, begin: now });
        const look = async () => {
          turnTo(now);
          return useCases.followJourney(moving.link.slice(-16));
        };
        const before = await look();
        expect(before.bus.name).to.equal('Simulated bus');
        expect(before.position.delayMinutes).to.be.within(10, 14);
        now = minutesAfter(now, 30);
        await moving.job.run(new Promise(() => undefined));
        const after = await look();
        expect(after.position.progress!).to.be.greaterThan(before.position.progress!);
        expect(after.position.fix!.at).to.equal(now);
        const again = (await addMovingBus(settings, storage, given))!;
        expect([again.booking, again.link], 'a second start').to.deep.equal([moving.booking, moving.link]);
        await sweep();
        expect(await findings()).to.deep.equal([]);
      });

      it('the demo’s sample history is added only once, although the demo starts twice', async () => {
        const before = await counted();
        expect(await start(minutesAfter(at, 5))).to.deep.equal([]);
        expect(await counted()).to.deep.equal(before);
      });

      it('the demo’s sample history gets a new day of counter sales when the demo is started days later', async () => {
        const before = await counted();
        await start(daysAfter(at, 3));
        await sweep();
        const after = await counted();
        expect(after).to.include({ shifts: before.shifts + 1, refunds: before.refunds, users: before.users });
        expect(after.bookings).to.be.above(before.bookings);
        expect((await shifts()).filter(({ closedAt }) => closedAt === null)).to.have.length(1);
        expect((await findings()).filter(({ invariant }) => invariant !== 'EVENT_UNTOLD')).to.deep.equal([]);
      });
    });
});

describe('sample documents', () => {
  it('a sample document is a PDF that other programs can read', async () => {
    const [page, ...others] = await lookAt(onePagePdf('Bluebook (sample)', ['Vehicle BA 3 KHA 2081', 'back\\slash']));
    expect(others).to.deep.equal([]);
    expect(page?.text).to.include('Bluebook (sample)').and.include('Vehicle BA 3 KHA 2081').and.include('back\\slash');
  });
});
