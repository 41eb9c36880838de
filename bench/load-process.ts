import { type CaseName, type Cases, casesOf } from './cases.ts';
import { type Load, type Measured, CONNECTIONS, drive } from './drive.ts';
import type { Bed } from './bed.ts';

/** The program of the process that load.ts starts. The process calls a server and returns the measurements. */

export type Order =
  | ({ readonly does: 'begin' } & Pick<Bed, 'generated' | 'passengers' | 'regulars'>)
  | { readonly does: 'drive'; readonly name: CaseName; readonly load: Load }
  | { readonly does: 'prepare'; readonly name: CaseName; readonly count: number; readonly url: string };

export interface Reply {
  readonly id: number;
  readonly measured?: Measured;
  readonly error?: string;
}

const NOTHING: Measured = { rate: 0, requests: 0, p50: 0, p99: 0, granted: 0, failed: 0 };

let cases: Cases | undefined;

async function obey(order: Order): Promise<Measured> {
  if (order.does === 'begin') {
    cases = casesOf(order.generated, order.passengers, order.regulars);
    return NOTHING;
  }
  if (!cases) throw new Error('It has not begun.');
  if (order.does === 'drive') return drive(order.load, cases[order.name]);
  cases.dropPending();
  await prepare(cases, order);
  return NOTHING;
}

/** The list of purchases that each case continues, and the case that adds purchases to that list. */
const BEFORE = {
  book: ['held', 'lockSpread'],
  checkOut: ['booked', 'book'],
  pay: ['checkedOut', 'checkOut'],
  ticket: ['paid', 'pay'],
} as const;

const needsPurchases = (name: CaseName): name is keyof typeof BEFORE => name in BEFORE;

/**
 * Makes new purchases for a case, because the holds of old purchases may have expired. A connection may need one
 * purchase more than the requests that it sends.
 */
async function prepare(
  all: Cases,
  { name, count, url }: { name: CaseName; count: number; url: string },
): Promise<void> {
  if (!needsPurchases(name)) return;
  const [row, by] = BEFORE[name];
  const missing = count + 2 * CONNECTIONS - all.pending[row].length;
  if (missing <= 0) return;
  await prepare(all, { name: by, count: missing, url });
  await drive({ url, connections: CONNECTIONS, for: { requests: Math.max(CONNECTIONS, missing) } }, all[by]);
}

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  obey(order).then(
    (measured) => process.send?.({ id, measured } satisfies Reply),
    (error: unknown) => process.send?.({ id, error: String(error) } satisfies Reply),
  );
});
