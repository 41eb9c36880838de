import { minutesAfter, toIso } from '../kernel/time.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Books, SharedSeat, WrongTotal } from './ports.ts';
import { brokenBy } from './promises.ts';
import type { Finding } from './promises.ts';

interface Needs {
  readonly clock: Clock;
  readonly books: Books;
}

export interface Audit {
  readonly findings: readonly Finding[];
  readonly bookings: number;
}

/** How many bookings are in hand at once. */
const BATCH = 500;
/** An event that is not told by then is stuck. */
const EVENT_GRACE_MINUTES = 1;

export type AuditBooks = ReturnType<typeof auditBooks>;

/** Reads everything that is kept and finds every promise that is broken. Changes nothing, and may run beside the service. */
export const auditBooks = ({ clock, books }: Needs) =>
  async (batchSize = BATCH): Promise<Audit> => {
    const now = clock();
    const findings: Finding[] = (await books.soldTwice()).map(soldTwice);
    let bookings = 0;
    for await (const batch of batches(books, batchSize)) {
      bookings += batch.length;
      findings.push(...batch.flatMap((booking) => brokenBy(booking, now)));
    }
    findings.push(...(await books.wrongTotals()).map(wrongTotal), ...(await untold(books, now)));
    return { findings, bookings };
  };

async function* batches(books: Books, size: number): AsyncGenerator<Awaited<ReturnType<Books['bookings']>>> {
  for (let after = 0; ;) {
    const batch = await books.bookings(after, size);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.id;
  }
}

const soldTwice = ({ tripId, seat, bookings }: SharedSeat): Finding =>
  ({ promise: 'SEAT_SOLD_TWICE', row: `schedules ${tripId}`, says: `seat ${seat} is sold to bookings ${bookings.join(' and ')}` });

const wrongTotal = ({ table, id, column, kept, counted }: WrongTotal): Finding =>
  ({ promise: 'TOTALS_DIFFER', row: `${table} ${id}`, says: `${column} is ${kept}, and its rows make ${counted}` });

const untold = async (books: Books, now: Instant): Promise<readonly Finding[]> =>
  (await books.untold(minutesAfter(now, -EVENT_GRACE_MINUTES))).map(({ id, topic, recordedAt }) =>
    ({ promise: 'EVENT_UNTOLD', row: `outbox ${id}`, says: `an event on ${topic} waits since ${toIso(recordedAt)}` }));
