import type { Step } from './drive.ts';
import { type Generated, citiesOf } from './generate.ts';
import { mixed } from './mixed.ts';
import { type Passenger, PASSWORD } from './passengers.ts';
import { type Purchase, type Pending, below, goOn, stagesOf } from './stages.ts';

const DAY = 86_400_000;

/** The measured cases. A case is one request, or several requests one after another. */
export function casesOf(
  generated: Generated,
  passengers: readonly Passenger[],
  regulars: readonly Passenger[] = passengers,
) {
  const pending: Pending = { held: [], booked: [], checkedOut: [], paid: [] };
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
  const { hold, book, checkOut, pay } = stagesOf(pending, anyone, anyTrip);
  const release: Step = {
    build: () => ({ method: 'POST', path: `/api/trips/${anyTrip()}/seats/release`, token: anyone().access, body: {} }),
  };

  const bookingsOf = (query: string): Step => ({
    build: () => ({ path: `/api/bookings${query}`, token: anyOf(regulars).access }),
  });

  return {
    /** Drops all begun purchases, because a case could continue a purchase after its hold has expired. */
    dropPending: () => {
      for (const row of [pending.held, pending.booked, pending.checkedOut]) row.length = 0;
    },
    pending,
    search20: [search20],
    search100: [get(() => search(''))],
    tripDetail: [get(() => `/api/trips/${anyTrip()}`)],
    seatMap: [seatMap],
    lockSpread: [hold],
    lockHot: [stagesOf(pending, anyone, () => 1).hold],
    flow: [hold, book, checkOut, pay],
    book: [goOn(pending.held, book)],
    checkOut: [goOn(pending.booked, checkOut)],
    pay: [goOn(pending.checkedOut, pay)],
    myBookings: [bookingsOf('?limit=20')],
    allBookings: [bookingsOf('')],
    ticket: [
      {
        build: () => {
          const { booking, passenger } = anyOf(pending.paid);
          return { path: `/api/bookings/${booking}/ticket`, token: passenger.access };
        },
      },
    ] as Step[],
    refresh: [
      {
        build: (memory) => {
          memory.passenger = refreshers.shift() as Passenger;
          return { method: 'POST', path: '/api/auth/refresh', body: { refresh: memory.passenger.refresh } };
        },
        then: (status, body, { passenger }) => {
          if (status === 200) refreshers.push({ ...passenger, ...(JSON.parse(body) as Pick<Passenger, 'refresh'>) });
        },
      },
    ] as Step<Purchase>[],
    /** Signs in passengers whose passwords are hashed as in production. */
    signIn: [
      {
        build: () => ({
          method: 'POST',
          path: '/api/passenger/login',
          body: { identifier: anyOf(regulars).email, password: PASSWORD },
        }),
      },
    ] as Step[],
    mixed: [
      mixed(
        {
          seatMap,
          search20,
          hold,
          release,
          book: goOn(pending.held, book),
          checkOut: goOn(pending.booked, checkOut),
          pay: goOn(pending.checkedOut, pay),
        },
        pending,
      ),
    ],
  };
}

export type Cases = ReturnType<typeof casesOf>;
export type CaseName = Exclude<keyof Cases, 'dropPending' | 'pending'>;
