import type { Step } from './drive.ts';
import { citiesOf, SEATS_A_BUS } from './generate.ts';
import type { Generated } from './generate.ts';
import { mixed } from './mixed.ts';
import { PASSWORD } from './passengers.ts';
import type { Passenger } from './passengers.ts';
import { signedData } from './signed-data.ts';

/** What is being bought, and what a connection remembers between the steps of a flow. */
export interface Purchase {
  passenger: Passenger;
  trip: number;
  seats: readonly string[];
  booking: number;
  uuid: string;
  amount: string;
}

/** Purchases that wait at each stage, for the cases that begin there. */
export interface Waiting {
  readonly held: Purchase[];
  readonly booked: Purchase[];
  readonly checkedOut: Purchase[];
  readonly paid: Purchase[];
}

const DAY = 86_400_000;
const MOST_WAITING = 20_000;

const below = (count: number): number => Math.floor(Math.random() * count);

/** Two seats beside each other, so that not every second choice collides. */
const pairOfSeats = (): readonly string[] => {
  const first = 1 + 2 * below(SEATS_A_BUS / 2);
  return [`S${first}`, `S${first + 1}`];
};

const wait = (row: Purchase[], purchase: Purchase): void => { if (row.length < MOST_WAITING) row.push({ ...purchase }); };

/** Goes on with somebody who waits. When nobody does, the step begins with nothing and fails, which is counted. */
const goOn = <Context extends object>(row: Purchase[], step: Step<Purchase>): Step<Context> => ({
  build: (memory) => step.build(Object.assign(memory, row.pop())),
  then: (status, body, memory) => step.then?.(status, body, memory as unknown as Purchase),
});

/** Holding, booking, checking out and paying; whoever gets through a stage waits for the next. */
export function stagesOf(waiting: Waiting, anyone: () => Passenger, trip: () => number) {
  const hold: Step<Purchase> = {
    build: (memory) => {
      Object.assign(memory, { passenger: anyone(), trip: trip(), seats: pairOfSeats() });
      return { method: 'POST', path: `/api/trips/${memory.trip}/seats/lock`, token: memory.passenger.access, body: { seat_numbers: memory.seats } };
    },
    then: (status, body, memory) => {
      if (status === 200 && (JSON.parse(body) as { granted: unknown[] }).granted.length === memory.seats.length) wait(waiting.held, memory);
    },
  };
  const book: Step<Purchase> = {
    build: ({ passenger, trip: of, seats }) => ({ method: 'POST', path: '/api/bookings', token: passenger.access, body: { schedule_id: of, seat_numbers: seats } }),
    then: (status, body, memory) => {
      memory.booking = (JSON.parse(body) as { id?: number }).id ?? 0;
      if (status === 201) wait(waiting.booked, memory);
    },
  };
  const checkOut: Step<Purchase> = {
    build: ({ passenger, booking }) => ({ method: 'POST', path: `/api/bookings/${booking}/checkout`, token: passenger.access, body: {} }),
    then: (status, body, memory) => {
      const { form_fields: form } = JSON.parse(body) as { form_fields?: { transaction_uuid: string; total_amount: string } };
      memory.uuid = form?.transaction_uuid ?? '';
      memory.amount = form?.total_amount ?? '';
      if (status === 200) wait(waiting.checkedOut, memory);
    },
  };
  const pay: Step<Purchase> = {
    build: ({ uuid, amount }) => ({ path: `/api/payments/passenger/gateway/success?data=${encodeURIComponent(signedData(uuid, amount))}` }),
    // A browser is sent on whatever came of it: without a checkout before, nothing was paid.
    then: (status, _body, memory) => { if (status === 302 && memory.uuid !== '') wait(waiting.paid, memory); },
  };
  return { hold, book, checkOut, pay };
}

export function casesOf(generated: Generated, passengers: readonly Passenger[]) {
  const waiting: Waiting = { held: [], booked: [], checkedOut: [], paid: [] };
  const anyTrip = (): number => 1 + below(generated.schedules);
  const anyone = (): Passenger => passengers[below(passengers.length)] as Passenger;
  const anyOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const day = (): string => new Date(generated.firstDay + below(generated.days) * DAY).toISOString().slice(0, 10);
  const refreshers = [...passengers];

  const search = (query: string): string => {
    const { origin, destination } = citiesOf(below(generated.routes));
    return `/api/trips?origin=${encodeURIComponent(origin)}&destination=${encodeURIComponent(destination)}${query}`;
  };
  const get = (path: () => string): Step => ({ build: () => ({ path: path() }) });
  const search20 = get(() => search(`&date=${day()}`));
  const seatMap = get(() => `/api/trips/${anyTrip()}/seats`);
  const { hold, book, checkOut, pay } = stagesOf(waiting, anyone, anyTrip);
  const release: Step = { build: () => ({ method: 'POST', path: `/api/trips/${anyTrip()}/seats/release`, token: anyone().access, body: {} }) };

  return {
    /** Empties the rows, so that nobody waits longer than holds last. */
    nobodyWaits: () => { for (const row of [waiting.held, waiting.booked, waiting.checkedOut]) row.length = 0; },
    waiting,
    search20: [search20],
    search100: [get(() => search(''))],
    tripDetail: [get(() => `/api/trips/${anyTrip()}`)],
    seatMap: [seatMap],
    lockSpread: [hold],
    lockHot: [stagesOf(waiting, anyone, () => 1).hold],
    flow: [hold, book, checkOut, pay],
    book: [goOn(waiting.held, book)],
    checkOut: [goOn(waiting.booked, checkOut)],
    pay: [goOn(waiting.checkedOut, pay)],
    myBookings: [{ build: () => ({ path: '/api/bookings', token: anyone().access }) }] as Step[],
    ticket: [{
      build: () => {
        const { booking, passenger } = anyOf(waiting.paid);
        return { path: `/api/bookings/${booking}/ticket`, token: passenger.access };
      },
    }] as Step[],
    refresh: [{
      build: (memory) => {
        memory.passenger = refreshers.shift() as Passenger;
        return { method: 'POST', path: '/api/auth/refresh', body: { refresh: memory.passenger.refresh } };
      },
      then: (status, body, { passenger }) => { if (status === 200) refreshers.push({ ...passenger, ...(JSON.parse(body) as Pick<Passenger, 'refresh'>) }); },
    }] as Step<Purchase>[],
    mixed: [mixed({ seatMap, search20, hold, release, book: goOn(waiting.held, book), checkOut: goOn(waiting.booked, checkOut), pay: goOn(waiting.checkedOut, pay) }, waiting)],
  };
}

/** Signing in, by passengers whose passwords cost what they cost in production. */
export const signIn = (passengers: readonly Passenger[]): Step[] =>
  [{ build: () => ({ method: 'POST', path: '/api/passenger/login', body: { identifier: passengers[below(passengers.length)]?.email, password: PASSWORD } }) }];
