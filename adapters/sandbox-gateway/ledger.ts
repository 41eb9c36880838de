import { randomInt } from 'node:crypto';
import { type Clock, type Instant, minutesAfter } from '../../core/kernel/time.ts';

export interface Order {
  readonly transactionUuid: string;
  readonly productCode: string;
  /** The amount as written in the form. */
  readonly total: string;
}

interface Entry extends Order {
  status: 'PENDING' | 'COMPLETE' | 'CANCELED';
  readonly openedAt: Instant;
  /** Given when it is paid. */
  reference: string | null;
}

/** The gateway's record of one payment. */
export type Known = Readonly<Pick<Entry, 'reference'>> & { readonly status: Entry['status'] | 'NOT_FOUND' };

/** How long a passenger has to pay. Later, like eSewa, the sandbox knows nothing of a session without an outcome. */
const SESSION_MINUTES = 5;
const MAX_ENTRIES = 10_000;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const newReference = (): string =>
  `000${Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

export interface Ledger {
  /** Begins a session when a form arrives, unless there is one already. */
  open(order: Order): void;
  /** Records what the passenger decided, unless the payment is complete already. Returns its state. */
  settle(order: Order, status: 'COMPLETE' | 'CANCELED'): Known;
  look(order: Order): Known;
}

const NOT_FOUND: Known = { status: 'NOT_FOUND', reference: null };

/** The sandbox's payments. They are kept in memory until the process ends; the oldest make room for new ones. */
export function sandboxLedger(clock: Clock): Ledger {
  const entries = new Map<string, Entry>();

  const find = ({ transactionUuid, productCode, total }: Order): Entry | undefined => {
    const entry = entries.get(transactionUuid);
    return entry?.productCode === productCode && Number(entry.total) === Number(total) ? entry : undefined;
  };

  const open = (order: Order): void => {
    if (entries.has(order.transactionUuid)) return;
    entries.set(order.transactionUuid, { ...order, status: 'PENDING', openedAt: clock(), reference: null });
    const [oldest] = entries.keys();
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
  };

  return {
    open,
    settle(order, status) {
      open(order);
      const entry = find(order);
      if (!entry) return NOT_FOUND;
      if (entry.status !== 'COMPLETE')
        Object.assign(entry, { status, reference: status === 'COMPLETE' ? newReference() : null });
      return entry;
    },
    look(order) {
      const entry = find(order);
      if (!entry) return NOT_FOUND;
      return entry.status === 'PENDING' && minutesAfter(entry.openedAt, SESSION_MINUTES) <= clock() ? NOT_FOUND : entry;
    },
  };
}
