import { expect } from 'chai';
import pg from 'pg';
import type { Answer, Client } from '../support/http.ts';
import { type Traveller, register, smallCatalogue } from '../support/journey.ts';
import { type ServiceProcess, importCatalogue, ownFolder, startProcess } from '../support/process.ts';
import { freshDatabase, needs } from '../support/servers.ts';

const CITIES = ['Thankot', 'Naubise', 'Mugling', 'Dumre', 'Damauli'];
const PARTS = CITIES.length + 1;
const SEATS = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'];
const PASSENGERS = 200;

/** Every section of the trip (from one stop to a later one), except the whole trip. */
const SECTIONS = Array.from({ length: PARTS }, (_, from) =>
  Array.from({ length: PARTS - from }, (_ignored, more) => ({ from, to: from + 1 + more })),
)
  .flat()
  .filter(({ from, to }) => to - from < PARTS);

/** A catalogue with the eight-seat bus, which sells every section of its trips. */
const catalogue = {
  ...smallCatalogue,
  cities: [...smallCatalogue.cities, ...CITIES],
  schedules: smallCatalogue.schedules
    .filter(({ key }) => key === 'deluxe')
    .map((schedule) => ({
      ...schedule,
      stops: CITIES.map((city, index) => ({ city, arrives: 60 * index + 50, departs: 60 * index + 60 })),
      fares: SECTIONS.map((section) => ({ ...section, fare: 150 * (section.to - section.from) })),
    })),
};

/** Repeats a request after a 503, as clients do. On a busy machine a request may wait too long for a lock. */
async function insist(send: () => Promise<Answer>): Promise<Answer> {
  const answer = await send();
  return answer.status === 503 ? insist(send) : answer;
}

interface Wish {
  readonly by: Traveller;
  readonly section: { readonly from_stop: number; readonly to_stop: number };
  readonly seats: readonly string[];
}

/** Selects pairs of rows (holds or sold seats) that overlap on the same seat. */
const OVERLAPS = `
  with taken as (
    select 'held' as kind, schedule_id, seat_id, locked_by as owner, from_stop, to_stop from seat_locks
    union all
    select 'sold', schedule_id, seat_id, booking_id, from_stop, to_stop from booking_seats where active)
  select one.*, other.kind as other_kind, other.owner as other_owner
  from taken as one join taken as other on other.schedule_id = one.schedule_id and other.seat_id = one.seat_id
    and other.from_stop < one.to_stop and other.to_stop > one.from_stop
    and (other.kind, other.owner, other.from_stop) <> (one.kind, one.owner, one.from_stop)`;

describe('parallel sales of overlapping sections by two processes on one Postgres', function () {
  this.timeout(300_000);
  let processes: readonly ServiceProcess[] = [];
  let database: pg.Client | undefined;
  let remove: (() => Promise<void>) | undefined;
  let trip: number;
  let travellers: readonly Traveller[];

  before(async function () {
    const url = await freshDatabase();
    needs(this, url);
    const own = await ownFolder();
    remove = own.remove;
    const environment = { DATABASE_URL: url, APP_SECRET: 'the same secret in both processes, please' };
    processes = await Promise.all([startProcess(own.folder, environment), startProcess(own.folder, environment)]);
    await importCatalogue(own.folder, catalogue, { DATABASE_URL: url });
    database = new pg.Client({ connectionString: url });
    await database.connect();
    const { json } = await processes[0]!.get('/api/trips?origin=Kathmandu&destination=Pokhara');
    trip = json.results[0].id;
    // A process hashes few passwords at a time, and refuses further requests. So each process registers one passenger
    // at a time.
    const registered: Traveller[] = [];
    while (registered.length < PASSENGERS)
      registered.push(...(await Promise.all(processes.map((one) => register(one)))));
    travellers = registered;
  });
  after(async () => {
    await Promise.all(processes.map((one) => one.end('SIGTERM')));
    await database?.end();
    await remove?.();
  });

  /**
   * The seats that each passenger wants. Half of the passengers name the seats in reverse order. If the service locked
   * seats in the order of the request, such requests would deadlock.
   */
  const wishes = (shift: number): readonly Wish[] =>
    travellers.map((by, n) => {
      const { from, to } = SECTIONS[(7 * n + shift) % SECTIONS.length]!;
      const seats = [SEATS[n % SEATS.length]!, SEATS[(3 * n + shift) % SEATS.length]!];
      const ordered = n % 2 === 0 ? seats : [...seats].reverse();
      return { by, section: { from_stop: from, to_stop: to }, seats: [...new Set(ordered)] };
    });
  const processOf = (n: number): Client => processes[n % 2]!;
  const hold = ({ by, section, seats }: Wish, n: number) =>
    insist(() => processOf(n).post(`/api/trips/${trip}/seats/lock`, { seat_numbers: seats, ...section }, by.token));
  const overlaps = async () => (await database!.query(OVERLAPS)).rows;
  const rowsOf = async (table: 'seat_locks' | 'booking_seats') =>
    Number((await database!.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);

  it('200 parallel holds of overlapping sections are all answered, and no two granted holds of a seat overlap', async () => {
    const answers = await Promise.all(wishes(0).map(hold));
    expect(answers.filter(({ status }) => status !== 200).map(({ status, text }) => [status, text])).to.deep.equal([]);
    const granted = answers.reduce((sum, { json }) => sum + (json.granted as string[]).length, 0);
    expect(granted).to.be.greaterThan(SEATS.length);
    expect(await rowsOf('seat_locks')).to.equal(granted);
    expect(await overlaps()).to.deep.equal([]);
  });

  it('parallel bookings and holds of overlapping sections succeed or get 409, and no two of them overlap on a seat', async () => {
    const first = wishes(1);
    const held = await Promise.all(first.map(hold));
    const again = wishes(4);
    const answers = await Promise.all(
      first.flatMap((wish, n) => {
        const { granted } = held[n]!.json as { readonly granted: readonly string[] };
        const body = { schedule_id: trip, seat_numbers: granted, ...wish.section };
        // Passengers who hold seats book them. Passengers without a hold try to hold seats on another section.
        return granted.length > 0
          ? [insist(() => processOf(n + 1).post('/api/bookings', body, wish.by.token))]
          : [hold(again[n]!, n)];
      }),
    );
    const statuses = [...new Set(answers.map(({ status }) => status))];
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).to.deep.equal([]);
    const booked = held.reduce((sum, { json }) => sum + (json.granted as string[]).length, 0);
    expect(await rowsOf('booking_seats')).to.equal(booked);
    expect(await overlaps()).to.deep.equal([]);
    // On a busy machine the jobs, too, may wait too long for a connection. They try again.
    const faults = processes
      .flatMap((one) => one.log().filter(({ level }) => Number(level) >= 50))
      .map((line) => JSON.stringify(line))
      .filter((line) => !line.includes('"DATABASE_UNAVAILABLE"'));
    expect(faults.join('\n')).to.equal('');
  });
});
