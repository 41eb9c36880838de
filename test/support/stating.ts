import { keyedMutex } from '../../adapters/crypto/keyed-mutex.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { OperatorId, StatementId, TripId, UserId } from '../../core/kernel/ids.ts';
import { type Paisa, basisPoints, minus, NOTHING, paisa, plus } from '../../core/kernel/money.ts';
import type { Clock, Instant } from '../../core/kernel/time.ts';
import { cancelled, counterPayment, earned, onlinePayment, refundPaid } from '../../core/ledger/entries.ts';
import type { NewEntry } from '../../core/ledger/entry.ts';
import { makeStatement } from '../../core/ledger/make-statement.ts';
import { payStatement } from '../../core/ledger/pay-statement.ts';
import { aBooking, aPayment } from './bookings.ts';
import { aTrip, calendar } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { anAdmin, anOperator, aPassengerId } from './people.ts';
import { aWorld } from './world.ts';

type Storage = Pick<Engine, 'transact'>;

/** A company whose statements are tested. It has one trip, with so many places that it never sells out. */
export interface StatedCompany {
  readonly operatorId: OperatorId;
  readonly tripId: TripId;
  readonly passenger: UserId;
  readonly admin: UserId;
}

export async function aStatedCompany(engine: Storage, companyName = 'Blue Sky Yatayat'): Promise<StatedCompany> {
  return statedCompany(engine, (await anOperator(engine, { companyName })).operatorId);
}

/** Adds a trip with so many places that it never sells out, to an existing company. */
async function statedCompany(engine: Storage, operatorId: OperatorId): Promise<StatedCompany> {
  return { ...(await aTripOf(engine, operatorId)), operatorId, admin: (await anAdmin(engine)).id };
}

async function aTripOf(engine: Storage, operatorId: OperatorId) {
  const { id: tripId } = await aTrip(engine, { bus: { operatorId }, seats: 999 });
  return { tripId, passenger: await aPassengerId(engine) };
}

interface Money {
  readonly total?: number;
  /** The commission rate, in basis points. */
  readonly rate?: number;
}

/** A paid booking for NPR 2000.50. Its commission of 7.5 % is NPR 150.04. */
export const aPaidBooking = (
  engine: Storage,
  { tripId, passenger }: StatedCompany,
  { total = 200_050, rate = 750 }: Money = {},
): Promise<Booking> =>
  aBooking(engine, {
    userId: passenger,
    tripId,
    seatsCount: 1,
    status: 'CONFIRMED',
    total: paisa(total),
    commissionRate: basisPoints(rate),
  });

/** Writes ledger rows without a reference to a refund. */
export const record = ({ transact }: Storage, entries: readonly NewEntry[], at: Instant = START): Promise<void> =>
  transact(({ ledger }) =>
    ledger.record(
      entries.map((entry) => ({ ...entry, refundId: null })),
      at,
    ),
  );

/** Adds a booking that was paid online and is earned (its journey has begun), with its ledger rows. */
export async function aJourney(engine: Storage, company: StatedCompany, money: Money = {}, at: Instant = START) {
  const booking = await aPaidBooking(engine, company, money);
  const paymentId = await aPayment(engine, booking);
  await record(engine, [...onlinePayment(booking, { paymentId, gateway: 'ESEWA' }), ...earned(booking)], at);
  return { ...booking, paymentId };
}

type Paid = Awaited<ReturnType<typeof aJourney>>;

/** Cancels a booking in the company's name, and writes the ledger rows. `fee` is zero by default. */
export async function aCancellation(
  engine: Storage,
  booking: Paid,
  { fee = NOTHING, isEarned = false }: { readonly fee?: Paisa; readonly isEarned?: boolean } = {},
  at: Instant = START,
): Promise<void> {
  const { id, paymentId, total } = booking;
  await engine.transact(({ bookings }) =>
    bookings.move(id, 'refund', { reason: 'The bus broke down.', by: 'OPERATOR', at, fee }),
  );
  const refund = minus(total, fee);
  // The ledger rows refer to no refund, because the test stores none.
  const refunds = [{ paymentId, refundId: null as never, amount: refund }];
  await record(engine, cancelled(booking, { fee, refund, isEarned, paymentId, refunds }), at);
}

/** Adds a counter sale that has no commission and is not earned yet. */
export async function aSale(engine: Storage, company: StatedCompany, total = 120_000, at: Instant = START) {
  const booking = await aPaidBooking(engine, company, { total, rate: 0 });
  const paymentId = await aPayment(engine, booking);
  await record(engine, counterPayment(booking, paymentId), at);
  return { ...booking, paymentId };
}

/** Writes the ledger row of a cash refund from the company's till. */
export const aCashRefund = (engine: Storage, booking: Paid, amount: Paisa, at: Instant = START): Promise<void> =>
  record(engine, refundPaid(booking, { from: 'CASH', amount, paymentId: booking.paymentId, refundId: NO_REFUND }), at);

const NO_REFUND = 0 as Parameters<typeof refundPaid>[1]['refundId'];

/** The use cases that make and pay statements, on the given storage. */
export const statingOn = (engine: Storage, clock: Clock, slices: { readonly rowsPerSlice?: number } = {}) => ({
  make: makeStatement({ ...aWorld, ...engine, clock, calendar, mutex: keyedMutex(), ...slices }),
  pay: payStatement({ ...aWorld, ...engine, clock }),
});

/** Adds an unpaid statement about one earned booking. */
export async function aStatement(engine: Storage, operatorId: OperatorId): Promise<StatementId> {
  const company = await statedCompany(engine, operatorId);
  await aJourney(engine, company);
  const { id } = await statingOn(engine, () => START).make(company.admin, { operatorId, until: '2026-11-20' });
  return id;
}

/** The balance of a company's ledger account: debits minus credits. */
export async function balanceOf(
  { ledgerViews }: Pick<Engine, 'ledgerViews'>,
  operatorId: OperatorId,
  account: 'OPERATOR' | 'CASH' | 'BANK',
): Promise<Paisa> {
  const { rows } = await ledgerViews.list({ operatorId, account }, { limit: 1_000 });
  return rows.reduce((sum, { debit, amount }) => (debit === account ? plus(sum, amount) : minus(sum, amount)), NOTHING);
}
