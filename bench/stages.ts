import type { Step } from './drive.ts';
import { SEATS_A_BUS } from './generate.ts';
import type { Passenger } from './passengers.ts';
import { signedData } from './signed-data.ts';

/** A purchase, with the data that its next step needs. */
export interface Purchase {
  passenger: Passenger;
  trip: number;
  seats: readonly string[];
  booking: number;
  uuid: string;
  amount: string;
}

/**
 * Purchases, listed by the last step that they have passed. Cases that begin at a later step take purchases from these
 * lists.
 */
export interface Pending {
  readonly held: Purchase[];
  readonly booked: Purchase[];
  readonly checkedOut: Purchase[];
  readonly paid: Purchase[];
}

const MOST_PENDING = 20_000;

/** A whole number from 0, inclusive, to `count`, exclusive. */
export const below = (count: number): number => Math.floor(Math.random() * count);

/** Picks two seats next to each other at random. Pairs never overlap, so fewer choices collide. */
const pairOfSeats = (): readonly string[] => {
  const first = 1 + 2 * below(SEATS_A_BUS / 2);
  return [`S${first}`, `S${first + 1}`];
};

const queue = (row: Purchase[], purchase: Purchase): void => {
  if (row.length < MOST_PENDING) row.push({ ...purchase });
};

/** The passenger of MISSING, which is used when no purchase is ready. The server refuses its requests. */
const NOBODY = { email: '', access: 'none', refresh: '' };
const MISSING: Purchase = { passenger: NOBODY, trip: 0, seats: [], booking: 0, uuid: '', amount: '' };

/** Takes a purchase from the list and sends its next step. */
export const goOn = <Context extends object>(row: Purchase[], step: Step<Purchase>): Step<Context> => ({
  build: (memory) => step.build(Object.assign(memory, row.pop() ?? MISSING)),
  then: (status, body, memory) => step.then?.(status, body, memory as unknown as Purchase),
});

/**
 * The steps of a purchase: hold, book, check out and pay. A purchase that has passed a step is put into the list for
 * the next step.
 */
export function stagesOf(pending: Pending, anyone: () => Passenger, trip: () => number) {
  const hold: Step<Purchase> = {
    build: (memory) => {
      Object.assign(memory, { passenger: anyone(), trip: trip(), seats: pairOfSeats() });
      return {
        method: 'POST',
        path: `/api/trips/${memory.trip}/seats/lock`,
        token: memory.passenger.access,
        body: { seat_numbers: memory.seats },
      };
    },
    then: (status, body, memory) => {
      if (status === 200 && (JSON.parse(body) as { granted: unknown[] }).granted.length === memory.seats.length)
        queue(pending.held, memory);
    },
  };
  const book: Step<Purchase> = {
    build: ({ passenger, trip: of, seats }) => ({
      method: 'POST',
      path: '/api/bookings',
      token: passenger.access,
      body: { schedule_id: of, seat_numbers: seats },
    }),
    then: (status, body, memory) => {
      memory.booking = (JSON.parse(body) as { id?: number }).id ?? 0;
      if (status === 201) queue(pending.booked, memory);
    },
  };
  const checkOut: Step<Purchase> = {
    build: ({ passenger, booking }) => ({
      method: 'POST',
      path: `/api/bookings/${booking}/checkout`,
      token: passenger.access,
      body: {},
    }),
    then: (status, body, memory) => {
      const { form_fields: form } = JSON.parse(body) as {
        form_fields?: { transaction_uuid: string; total_amount: string };
      };
      memory.uuid = form?.transaction_uuid ?? '';
      memory.amount = form?.total_amount ?? '';
      if (status === 200) queue(pending.checkedOut, memory);
    },
  };
  const pay: Step<Purchase> = {
    build: ({ uuid, amount }) => ({
      path: `/api/payments/passenger/gateway/success?data=${encodeURIComponent(signedData(uuid, amount))}`,
    }),
    // Every callback is answered with a redirect. The redirect means a paid purchase only if the purchase was checked
    // out.
    then: (status, _body, memory) => {
      if (status === 302 && memory.uuid !== '') queue(pending.paid, memory);
    },
  };
  return { hold, book, checkOut, pay };
}
