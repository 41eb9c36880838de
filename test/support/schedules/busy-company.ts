import { systemRandom } from '../../../adapters/crypto/random.ts';
import { fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { importCatalogue } from '../../../core/catalogue/import-catalogue.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { BookingId, BusId, TripId, WaitId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter, toIso } from '../../../core/kernel/time.ts';
import { proposeAdjustment } from '../../../core/ledger/adjust.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { startWaiting } from '../../../core/line/start-waiting.ts';
import { agentSalesOn, aProgram } from '../agent-sales.ts';
import { anAgent } from '../agents.ts';
import { markPublished } from '../audited-day.ts';
import { aBooking } from '../bookings.ts';
import { seat } from '../catalogue.ts';
import { read } from '../catalogue-file.ts';
import { cancellingOn } from '../cancelling.ts';
import { handClock, START } from '../clock.ts';
import { aClerk, counterOn } from '../counter.ts';
import type { Engine } from '../engines.ts';
import { earnDue } from '../entries.ts';
import { fakeGateway } from '../gateway.ts';
import { LINE_TERMS } from '../line.ts';
import { payingOn } from '../paying.ts';
import { anAdmin, aPassengerId } from '../people.ts';
import { refundsOn, WALLET } from '../refunds.ts';

/*
 * A company with everything that several people can act on at once. One set of rows serves all pairs of actors, so
 * that an action takes a line.
 */

/** The clock, the gateway and the wallet, which all actors share. They live outside of the database. */
export const surroundings = () => ({ clock: handClock(), gateway: fakeGateway(), wallet: fakeRedirect() });
export type Surroundings = ReturnType<typeof surroundings>;

const OWNER = 'sita@example.com';
const SEATS = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'];

/** The trips: the hours from START to the departure, and the seats of the bus. The last bus has no trip. */
const TRIPS = {
  earlier: { departs: -1, seats: ['A1', 'A2'] },
  morning: { departs: 3, seats: SEATS },
  full: { departs: 5, seats: ['A1', 'A2'] },
  evening: { departs: 12, seats: SEATS },
} as const;
type TripKey = keyof typeof TRIPS;
const SPARE = 'BA 9 KHA 9';

const PAPERS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'].map((type) => ({ type, status: 'VERIFIED' }));

const aListedBus = (registration_no: string, seats: readonly string[]) => ({
  operator: OWNER,
  bus_name: `Bus ${registration_no}`,
  registration_no,
  bus_type: 'DELUXE',
  total_seats: seats.length,
  approval_status: 'APPROVED',
  status: 'ACTIVE',
  documents: PAPERS,
  seat_map: {
    rows: 1,
    cols: seats.length,
    deck_count: 1,
    seats: seats.map((seat_number, index) => ({
      seat_number,
      deck: 1,
      row: 1,
      col: 1 + index,
      seat_type: 'WINDOW',
      is_active: true,
    })),
  },
});

/** The catalogue file of the company, with another status or departure of the morning trip. */
function catalogueOf(morning: { readonly status?: string; readonly delay?: number } = {}): object {
  const keys = Object.keys(TRIPS) as TripKey[];
  return {
    cities: ['Kathmandu', 'Pokhara'],
    admins: [],
    operators: [{ company_name: 'Blue Sky', full_name: 'Sita Rai', email: OWNER, phone: null, password: 'secret-456' }],
    buses: [...keys.map((key) => aListedBus(`BA 1 ${key}`, TRIPS[key].seats)), aListedBus(SPARE, SEATS)],
    routes: [{ source: 'Kathmandu', destination: 'Pokhara' }],
    schedules: keys.map((key) => {
      const { status = 'ACTIVE', delay = 0 } = key === 'morning' ? morning : {};
      const departs = TRIPS[key].departs + delay;
      return {
        key,
        bus: `BA 1 ${key}`,
        source: 'Kathmandu',
        destination: 'Pokhara',
        fare: 1200,
        departure_time: toIso(hoursAfter(START, departs)),
        arrival_time: toIso(hoursAfter(START, departs + 7)),
        status,
      };
    }),
  };
}

export const importingOn = (engine: Engine, { clock }: Pick<Surroundings, 'clock'>) => {
  const load = importCatalogue({
    ...engine,
    clock,
    random: systemRandom,
    passwords: { hash: async (password) => `hash of ${password}` },
    progress: () => undefined,
  });
  return (morning?: Parameters<typeof catalogueOf>[0]) => load(read(catalogueOf(morning)));
};

/** A quarter of the price is the fee of a cancellation at any time, and a tenth that of a change. */
const TERMS = {
  cancellationTiers: [{ hours: 0, fee: basisPoints(2_500) }],
  changeTiers: [{ hours: 0, fee: basisPoints(1_000) }],
};

export type BusyCompany = Awaited<ReturnType<typeof busyCompany>>;

/** Adds the company with its trips, bookings and people. Returns what actors need to know about them. */
export async function busyCompany(engine: Engine, around: Surroundings) {
  const { clock, gateway, wallet } = around;
  const paying = payingOn(engine, { clock, gateway, others: [wallet] });
  clock.set(hoursAfter(START, -10));
  const { schedules } = await importingOn(engine, around)();
  const trips = Object.fromEntries(schedules) as unknown as Readonly<Record<TripKey, TripId>>;
  const owner: Member = await engine.transact(async ({ users, staff }) => {
    const { id: userId } = (await users.findByEmail(OWNER))!;
    return { userId, operatorId: (await staff.ofUser(userId))!.operatorId };
  });
  const spareBus: BusId = (await engine.fleetViews.list({ operatorId: owner.operatorId }, { limit: 100 })).rows.find(
    ({ registrationNo }) => registrationNo === SPARE,
  )!.id;
  const clerk = await aClerk(engine, owner);
  const [admin, otherAdmin] = [(await anAdmin(engine)).id, (await anAdmin(engine)).id];
  const asha = await aPassengerId(engine);
  const others = [];
  for (let count = 0; count < 4; count += 1) others.push(await aPassengerId(engine));
  const [bina, chandra, dipa, ekta] = others as [typeof asha, typeof asha, typeof asha, typeof asha];

  const book = (userId: typeof asha, tripId: TripId, ...seats: readonly string[]): Promise<Booking> =>
    aBooking(engine, { userId, tripId, seats: seats.map(seat), bookedAt: clock(), ...TERMS });
  const pay = async (booking: Booking) => {
    const payment = await paying.checkout(booking, 'ESEWA');
    await paying.handleSuccess(gateway.pay(payment));
    return payment;
  };
  const travelled = await book(asha, trips.earlier, 'A1');
  await pay(travelled);
  clock.set(START);
  await earnDue(engine, clock);

  const paid = await book(asha, trips.morning, 'A1', 'A2');
  const payment = await pay(paid);
  const unpaid = await book(bina, trips.morning, 'A3');
  const attempts = [await paying.checkout(unpaid, 'ESEWA'), await paying.checkout(unpaid, 'ESEWA')] as const;
  const atWallet = await book(chandra, trips.morning, 'A4');
  const page = await paying.checkout(atWallet, wallet.name);
  wallet.pay(page.gatewayId!);

  const cancelled = await book(asha, trips.evening, 'A2');
  const refunded = await pay(cancelled);
  await cancellingOn(paying).cancel(cancelled);
  const refundOf = (id: typeof refunded.id) =>
    engine.transact(async ({ refunds }) => (await refunds.ofPayment(id))[0]!);
  await refundsOn(engine, clock).nameAccount(asha, cancelled.id, WALLET);

  const lock = lockSeats({ ...engine, clock, seatLockMinutes: 10, rateLimit: false });
  await lock(asha, trips.evening, [seat('A5'), seat('A6')]);

  const counter = counterOn(engine, clock);
  const shift = (await counter.openShift(clerk, paisa(500_000))).id;
  const sell = async (number: string): Promise<BookingId> =>
    (await counter.sell(clerk, trips.evening, { numbers: [number], paidBy: 'CASH' })).id;
  const sold = await sell('A1');
  const returned = await sell('A3');
  await counter.cancel({ role: 'OPERATOR', ...owner }, returned, { reason: 'They are ill.', fee: 'none' });
  const cashRefund = await engine.transact(async ({ payments, refunds }) => {
    const [paidInCash] = await payments.ofBooking(returned);
    return (await refunds.ofPayment(paidInCash!.id))[0]!.id;
  });

  // The agent's credit is enough for two of three sales.
  const agent = await anAgent(engine, { creditLimit: paisa(250_000) });
  const program = await aProgram(engine, agent);
  const selling = agentSalesOn(engine, clock);
  await selling.hold(program, trips.evening, ['A4']);
  const byAgent = (await selling.order(program, trips.evening, { numbers: ['A4'] })).booking.id;
  await selling.hold(program, trips.morning, ['A5']);
  await selling.hold(program, trips.evening, ['A2'], 'Another customer');

  const first = await book(bina, trips.full, 'A1');
  await pay(first);
  await pay(await book(chandra, trips.full, 'A2'));
  const wait = startWaiting({ ...engine, ...LINE_TERMS, clock });
  const waits: WaitId[] = [];
  for (const passenger of [dipa, ekta])
    waits.push((await wait(passenger, trips.full, { count: 1, anyOf: [], section: undefined, keptFor: undefined })).id);
  const { id: adjustment } = await proposeAdjustment({ ...engine, clock })(admin, {
    debit: 'BANK',
    credit: 'FEES',
    amount: paisa(10_003),
    operatorId: owner.operatorId,
    gateway: 'ESEWA',
    reason: 'Typed wrong.',
  });
  await markPublished(engine);
  return {
    around,
    owner,
    clerk,
    admins: [admin, otherAdmin] as const,
    people: { asha, bina, chandra, dipa, ekta },
    trips,
    departures: { morning: hoursAfter(START, TRIPS.morning.departs) },
    spareBus,
    agent,
    program,
    /** Paid bookings on the morning trip, and the earlier one. */
    paid,
    payment,
    travelled,
    /** A booking with two unsettled payments, for which the gateway has no money yet. */
    unpaid,
    attempts,
    /** A booking that is paid at the wallet. The service does not know yet. */
    atWallet,
    page,
    refund: (await refundOf(refunded.id)).id,
    refunded,
    sold,
    cashRefund,
    shift,
    byAgent,
    adjustment,
    /** A paid booking on the trip for which two people wait, and their waits. */
    awaited: first,
    waits: waits as readonly WaitId[] as readonly [WaitId, WaitId],
  };
}
